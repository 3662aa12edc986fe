import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { scorePropensity } from '#contract/learning/propensity.ts';
import type { Participant } from '#contract/people.ts';
import { initialsOf, type Person } from '#contract/people.ts';
import type { Profile } from '#contract/profile.ts';
import { newId } from '#server/db/ids.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

/** A black PNG with one bit per pixel, followed by bytes that are not part of the picture. */
function png({ width = 8, height = 8, padding = 0 } = {}) {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.alloc(padding, 'x'),
  ]);
}

describe('the people directory', () => {
  it('derives initials from names in any script', () => {
    expect(initialsOf('Änne', 'o’Neil')).toBe('ÄO');
    expect(initialsOf(' e\u0301lodie', '👩‍👧 Kim')).toBe('E\u0301👩‍👧');
    expect(initialsOf('', 'ß')).toBe('SS');
  });

  it('lists everyone who has signed in, or one department', async () => {
    const [org] = [await api.organisation(), await api.organisation()];
    await api.pool.query(`update users set status = 'invited' where id = $1`, [org.newcomer.userId]);
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
    const learner = await api.as(org, org.learner);
    const { body } = await learner.get<{ data: Person[] }>('/api/users?department=0');
    expect(new Set(body.data.map(({ userId }) => userId))).toEqual(
      new Set([org.learner, org.manager, org.coach, org.admin, org.colleague].map(({ userId }) => userId)),
    );
    expect(body.data).toHaveLength(5);
    expect(body.data.find(({ userId }) => userId === org.colleague.userId)?.isActive).toBe(false);
    expect(body.data[0]).not.toHaveProperty('passwordHash');

    const { rows } = await api.pool.query('select department_id as id from users where id = $1', [
      org.coach.userId,
    ]);
    const department = await learner.get<{ data: Person[] }>(`/api/users?department=${rows[0].id}`);
    expect(new Set(department.body.data.map(({ departmentName }) => departmentName))).toEqual(
      new Set(['People']),
    );
    expect((await learner.get('/api/users?department=4000000000')).body).toEqual({
      data: [],
      isComplete: true,
    });
    expect((await learner.get('/api/users?department=-1')).body).toMatchObject({
      fields: { department: expect.any(String) },
    });
  });

  it('is sent compressed if it is long', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const { headers } = await learner.get('/api/openapi.json', undefined, { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    const excluded = { 'accept-encoding': 'gzip, br;q=0' };
    expect((await learner.get('/api/openapi.json', undefined, excluded)).headers).toMatchObject({
      'content-encoding': 'gzip',
    });
  });
});

describe('the profile', () => {
  const edit = { firstName: '  Adé ', lastName: "O'Neil", title: null, timeZone: 'Africa/Lagos' };

  it('can be saved by its owner, who then passes the profile gate', async () => {
    const org = await api.organisation();
    const newcomer = await api.as(org, org.newcomer);
    const gates = async () => {
      const { body } = await newcomer.get('/api/session');
      return [body.lastProfileUpdate, body.propensityScore];
    };
    expect(await gates()).toEqual([null, null]);
    const { body: before } = await newcomer.get<Profile>('/api/profile');
    expect(before).toMatchObject({ version: 1, managerName: 'Manager Person', lastProfileUpdate: null });
    const saved = await newcomer.put<Profile>('/api/profile', { ...edit, version: 1 });
    expect(saved).toMatchObject({
      status: 200,
      body: { firstName: 'Adé', lastName: "O'Neil", initials: 'AO', timeZone: 'Africa/Lagos', version: 2 },
    });
    expect(await gates()).toEqual([saved.body.lastProfileUpdate, null]);
  });

  it('shows pronouns and help topics to colleagues, and working hours only to the manager', async () => {
    const org = await api.organisation();
    const [learner, colleague, manager] = [
      await api.as(org, org.learner),
      await api.as(org, org.colleague),
      await api.as(org, org.manager),
    ];
    const own = {
      pronouns: 'she/her',
      locale: 'de-DE',
      workingHours: { days: [1, 2, 3], from: '08:30', until: '16:00' },
      helpTopics: ['giving feedback'],
    };
    expect(await learner.put('/api/profile', { ...edit, ...own, version: 1 })).toMatchObject({
      status: 200,
      body: own,
    });
    // A client that does not know the fields leaves them unchanged.
    expect((await learner.put('/api/profile', { ...edit, version: 2 })).body).toMatchObject(own);
    const { body: people } = await colleague.get<{ data: Person[] }>('/api/users?department=0');
    const listed = people.data.find(({ userId }) => userId === org.learner.userId);
    expect(listed).toMatchObject({ pronouns: 'she/her', helpTopics: ['giving feedback'] });
    expect(listed).not.toHaveProperty('workingHours');
    const { body: page } = await manager.get(`/api/team/${org.learner.userId}`);
    expect(page).toMatchObject({ pronouns: 'she/her', workingHours: own.workingHours });
    expect((await learner.get('/api/session')).body.locale).toBe('de-DE');
  });

  it('refuses working hours that end before they begin, and unknown formats', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const bad = {
      ...edit,
      version: 1,
      locale: 'xx',
      workingHours: { days: [1], from: '17:00', until: '09:00' },
      helpTopics: Array.from({ length: 11 }, () => 'x'),
    };
    const { status, body } = await learner.put('/api/profile', bad);
    expect([status, Object.keys(body.fields as object).sort()]).toEqual([
      400,
      ['helpTopics', 'locale', 'workingHours'],
    ]);
  });

  it('does not overwrite a concurrent change', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const saves = await Promise.all(
      [1, 2, 3].map((n) => learner.put('/api/profile', { ...edit, firstName: `Name ${n}`, version: 1 })),
    );
    expect(saves.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(saves.find(({ status }) => status === 409)?.body.code).toBe('conflict');
  });

  it('names each invalid field and ignores fields that cannot be edited', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const bad = {
      firstName: ' ',
      lastName: 'x'.repeat(81),
      title: 'a\nb',
      timeZone: 'Mars/Olympus',
      version: 1.5,
    };
    expect(await learner.put('/api/profile', bad)).toMatchObject({
      status: 400,
      body: {
        code: 'bad-request',
        fields: {
          firstName: 'is missing',
          lastName: 'is longer than 80 characters',
          title: 'must be on one line',
          timeZone: 'is not a time zone',
          version: expect.any(String),
        },
      },
    });
    await learner.put('/api/profile', {
      ...edit,
      version: 1,
      isAdmin: true,
      tenantId: 1,
      email: 'x@y.example',
    });
    expect((await learner.get('/api/session')).body).toMatchObject({
      isAdmin: false,
      tenantId: org.tenantId,
      emailAddress: org.learner.email,
    });
  });
});

describe('the profile picture', () => {
  it('is public under its unguessable URL, cached forever, and deleted when it is replaced', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const put = () =>
      learner.put<{ userAvatar: string }>('/api/profile/avatar', png(), { 'content-type': 'image/png' });
    const { status, body } = await put();
    expect(status).toBe(200);
    const shown = await api.call<Buffer>('GET', body.userAvatar);
    expect(await sharp(shown.body).metadata()).toMatchObject({ format: 'webp', width: 8, height: 8 });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await learner.get('/api/session')).body.userAvatar).toBe(body.userAvatar);

    const next = await put();
    expect(next.body.userAvatar).not.toBe(body.userAvatar);
    expect((await api.call('GET', body.userAvatar)).status).toBe(404);
    expect((await learner.delete('/api/profile/avatar')).body).toEqual({ userAvatar: null });
    expect((await api.call('GET', next.body.userAvatar)).status).toBe(404);
  });

  it('is encoded again without metadata and hidden content, upright and at most 512 pixels wide', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const left = { create: { width: 400, height: 600, channels: 3, background: '#ff0000' } } as const;
    const picture = await sharp({ create: { ...left.create, width: 1_200, background: '#0000ff' } })
      .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Private owner' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const sent = Buffer.concat([picture, Buffer.from('<script>hidden</script>')]);
    expect(sent.includes('Private owner')).toBe(true);
    const { body } = await learner.put<{ userAvatar: string }>('/api/profile/avatar', sent, {
      'content-type': 'image/jpeg',
    });
    const { body: stored } = await api.call<Buffer>('GET', body.userAvatar);
    const { exif, orientation, width, height } = await sharp(stored).metadata();
    expect({ exif, orientation, width, height }).toEqual({ width: 512, height: 512 });
    for (const text of ['Private', 'Exif', 'script']) expect(stored.includes(text)).toBe(false);
    const [top] = await sharp(stored).extract({ left: 250, top: 5, width: 1, height: 1 }).raw().toBuffer();
    expect(top).toBeGreaterThan(200); // the red left side is at the top after the rotation
  });

  it('is refused before decoding if it has too many pixels, and refused if it is damaged', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const put = (body: Buffer) => learner.put('/api/profile/avatar', body, { 'content-type': 'image/png' });
    const bomb = png({ width: 30_000, height: 30_000 });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await put(bomb)).toMatchObject({
      status: 413,
      body: { code: 'too-large', fields: { avatar: 'has more than 16 million pixels' } },
    });
    for (const damaged of [png().subarray(0, 30), png({ width: 600, height: 600 }).subarray(0, 60)])
      expect(await put(damaged)).toMatchObject({
        status: 400,
        body: { code: 'bad-request', fields: { avatar: 'cannot be read as a picture' } },
      });
  });

  it('must match its content type and have at most 2 MB', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const put = (body: unknown, type: string) =>
      learner.put('/api/profile/avatar', body, { 'content-type': type });
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [body, type] of [
      [script, 'image/svg+xml'],
      [script, 'image/png'],
      [png(), 'image/jpeg'],
      [{ avatar: 'x' }, 'application/json'],
      [Buffer.alloc(0), 'image/png'],
    ] as const)
      expect(await put(body, type)).toMatchObject({ status: 415, body: { code: 'unsupported-type' } });
    expect(await put(png({ padding: 2 * 1024 * 1024 }), 'image/png')).toMatchObject({
      status: 413,
      body: { code: 'too-large' },
    });
    expect((await put(png({ padding: 2 * 1024 * 1024 - png().length }), 'image/png')).status).toBe(200);
  });
});

it('lists the active administrators of the organisation, without the viewer', async () => {
  const [org] = [await api.organisation(), await api.organisation()];
  const administratorsFor = async (person: typeof org.manager) =>
    (await (await api.as(org, person)).get<{ data: Participant[] }>('/api/users/administrators')).body.data;
  expect((await administratorsFor(org.manager)).map(({ userId }) => userId)).toEqual([org.admin.userId]);
  expect(await administratorsFor(org.admin)).toEqual([]);
});

describe('the readiness questions', () => {
  const threes = { W1: 3, W2: 3, W3: 3, S1: 3, S2: 3, S3: 3, R1: 3, R2: 3, R3: 3, P1: 3, P2: 3, P3: 3 };

  it('compute the score and pass the readiness gate, even with a score of 0', async () => {
    const org = await api.organisation();
    const newcomer = await api.as(org, org.newcomer);
    const lowest = { W1: 1, W2: 1, W3: 5, S1: 1, S2: 1, S3: 5, R1: 1, R2: 1, R3: 5, P1: 1, P2: 1, P3: 5 };
    for (const [answers, score] of [
      [threes, 50],
      [lowest, 0],
      [{ ...threes, W1: null, W3: 1 }, 56],
    ] as const) {
      const { body } = await newcomer.put('/api/propensity', {
        submissionId: newId(),
        answers,
        stage: 'thinking',
      });
      expect(body).toMatchObject({ latest: { score, margin: 10, stage: 'thinking', answers } });
      expect(scorePropensity(answers)?.score).toBe(score);
      expect((await newcomer.get('/api/session')).body.propensityScore).toBe(score);
    }
    const { body } = await newcomer.get<{ earlier: { score: number }[] }>('/api/propensity');
    expect(body.earlier.map(({ score }) => score)).toEqual([0, 50]);
  });

  it('require 2 answers for every 3 questions and name the missing ones', async () => {
    const org = await api.organisation();
    const newcomer = await api.as(org, org.newcomer);
    const put = (answers: object) =>
      newcomer.put('/api/propensity', { submissionId: newId(), answers, stage: 'thinking' });
    expect(await put({ ...threes, R1: null, R3: null })).toMatchObject({
      status: 400,
      body: { fields: { 'answers.R1': expect.any(String), 'answers.R3': expect.any(String) } },
    });
    expect((await put({ ...threes, P3: 6 })).body).toMatchObject({
      fields: { 'answers.P3': expect.any(String) },
    });
    expect((await newcomer.get('/api/propensity')).body).toMatchObject({ latest: null, earlier: [] });
  });

  it('are saved once if a submission is repeated, even in parallel', async () => {
    const org = await api.organisation();
    const newcomer = await api.as(org, org.newcomer);
    const submission = { submissionId: newId(), answers: threes, stage: 'thinking' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => newcomer.put('/api/propensity', submission)),
    );
    for (const { status, body } of [...answers, await newcomer.put('/api/propensity', submission)])
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ latest: expect.objectContaining({ score: 50 }), earlier: [] }),
      ]);
    const again = await newcomer.put('/api/propensity', { ...submission, submissionId: newId() });
    expect(again.body.earlier).toHaveLength(1);
  });

  it('are visible only to the person', async () => {
    const org = await api.organisation();
    const manager = await api.as(org, org.manager);
    for (const url of [
      '/api/team',
      '/api/users?department=0',
      `/api/programs/${org.programId}/learners/${org.learner.userId}`,
    ])
      expect(JSON.stringify((await manager.get(url)).body)).not.toMatch(/propensity|score/i);
  });
});

it('limits large requests per session, not per organisation', async () => {
  const org = await api.organisation();
  const [learner, manager] = [await api.as(org, org.learner), await api.as(org, org.manager)];
  const upload = ({ put }: typeof learner) =>
    put('/api/profile/avatar', png(), { 'content-type': 'image/png' });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) statuses.push((await upload(learner)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await upload(manager)).status).toBe(200);
});
