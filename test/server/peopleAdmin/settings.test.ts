import sharp from 'sharp';
import type { SessionUser, UserPool } from '#contract/access/session.ts';
import type { AuditLog } from '#contract/administration/audit.ts';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import type { Settings } from '#contract/administration/settings.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // creating databases takes a long time
const URL = '/api/admin/settings';

async function asAdmin(api: TestApi) {
  const org = await api.organisation();
  const admin = await api.as(org, org.admin);
  const read = async () => (await admin.get<Settings>(URL)).body;
  return {
    org,
    admin,
    read,
    change: async (fields: object) => {
      const { version } = await read();
      return admin.patch<Settings & { fields?: Record<string, string> }>(URL, { version, ...fields });
    },
    poolOf: async () =>
      (await api.call<UserPool>('GET', `/api/user-pool?email=x@${org.domain}`)).body.branding,
  };
}

onEachDatabase((open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase: open });
  });
  afterAll(() => api.close());

  it('saves one of two simultaneous changes and refuses the other, including the first change', async () => {
    const { admin, read } = await asAdmin(api);
    for (const version of [0, 1]) {
      const answers = await Promise.all([
        admin.patch(URL, { version, minGroupSize: 7 + version }),
        admin.patch(URL, { version, minGroupSize: 17 + version }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    }
    expect((await read()).version).toBe(2);
  });
});

describe('settings', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('has default values until they are changed, and records each changed field', async () => {
    const { org, admin, read, change } = await asAdmin(api);
    expect(await read()).toMatchObject({
      version: 0,
      accent: null,
      logo: null,
      timeZone: 'UTC',
      locale: null,
      quietHours: null,
      checkInCadence: 'weekly',
      managersMayLaunch: false,
      minGroupSize: 5,
      changedBy: null,
    });
    const name = `Renamed ${org.tenantId}`;
    const { status, body } = await change({ name, minGroupSize: 8, managersMayLaunch: false });
    expect([status, body]).toMatchObject([200, { version: 1, name, minGroupSize: 8 }]);
    expect(body.changedBy?.userId).toBe(org.admin.userId);
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit');
    expect(log.data[0]).toMatchObject({
      action: 'organisation.changed',
      changes: { name: { after: name }, minGroupSize: { before: 5, after: 8 } },
    });
    expect(Object.keys(log.data[0]?.changes ?? {})).toEqual(['name', 'minGroupSize']);
    expect((await change({ minGroupSize: 8 })).body.version).toBe(1);
  });

  it('names the field of an invalid value', async () => {
    const { change } = await asAdmin(api);
    const fieldsOf = async (fields: object) => {
      const { status, body } = await change(fields);
      return [status, Object.keys(body.fields ?? {})];
    };
    expect(await fieldsOf({ minGroupSize: 2 })).toEqual([400, ['minGroupSize']]);
    expect(await fieldsOf({ minGroupSize: 21 })).toEqual([400, ['minGroupSize']]);
    expect(await fieldsOf({ accent: 'red' })).toEqual([400, ['accent']]);
    expect(await fieldsOf({ timeZone: 'Mars/Base' })).toEqual([400, ['timeZone']]);
    expect(await fieldsOf({ quietHours: { from: '20:00', until: '20:00' } })).toEqual([400, ['quietHours']]);
    expect(await fieldsOf({ signInText: 'x'.repeat(201) })).toEqual([400, ['signInText']]);
    expect(await fieldsOf({ name: 'A' })).toEqual([400, ['name']]);
  });

  it('shows name, logo, accent and text at sign-in, and returns them to signed-in people', async () => {
    const { org, admin, change, poolOf } = await asAdmin(api);
    await change({ accent: '#2f8fd8', signInText: 'Use your work account.', name: 'New name' });
    const picture = await sharp({
      create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 90, b: 90, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { body } = await api.call<{ logo: string }>('PUT', `${URL}/logo`, {
      body: picture,
      headers: { authorization: admin.token, 'content-type': 'image/png' },
    });
    expect(await poolOf()).toEqual({
      logo: body.logo,
      accent: '#2f8fd8',
      signInText: 'Use your work account.',
    });
    const learner = await api.as(org, org.learner);
    expect((await learner.get<SessionUser>('/api/session')).body).toMatchObject({
      tenantName: 'New name',
      organisation: { logo: body.logo, accent: '#2f8fd8' },
    });
    const { body: bytes, headers } = await api.call<Buffer>('GET', body.logo);
    expect(headers['content-type']).toBe('image/webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 171, hasAlpha: true });
    await admin.delete(`${URL}/logo`);
    expect((await api.call('GET', body.logo)).status).toBe(404);
    expect((await poolOf())?.logo).toBeNull();
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit');
    expect(log.data.slice(0, 2).map(({ changes }) => changes.logo?.after)).toEqual([
      null,
      expect.any(String),
    ]);
  });

  it('saves a form that was opened before the first logo', async () => {
    const { admin, change } = await asAdmin(api);
    const { body: opened } = await admin.get<{ version: number }>(URL);
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00594c' } })
      .png()
      .toBuffer();
    const headers = { authorization: admin.token, 'content-type': 'image/png' };
    expect((await api.call('PUT', `${URL}/logo`, { body: picture, headers })).status).toBe(200);
    expect((await change({ version: opened.version, accent: '#2f8fd8' })).status).toBe(200);
  });

  it('refuses a logo that is not a picture, and uploads by people who are not administrators', async () => {
    const { org, admin } = await asAdmin(api);
    const upload = (token: string) =>
      api.call<{ fields: object }>('PUT', `${URL}/logo`, {
        body: Buffer.from('<svg/>'),
        headers: { authorization: token, 'content-type': 'image/png' },
      });
    const { status, body } = await upload(admin.token);
    expect([status, Object.keys(body.fields)]).toEqual([415, ['logo']]);
    const manager = await api.as(org, org.manager);
    expect((await upload(manager.token)).status).toBe(404);
    expect((await manager.get(URL)).status).toBe(404);
    expect((await manager.patch(URL, { version: 0, name: 'Taken over' })).status).toBe(404);
  });

  it('gives the organisation’s time zone to new people and to people who have not saved a profile', async () => {
    const { org, admin, change } = await asAdmin(api);
    const zoneOf = async (userId: number) =>
      (await api.pool.query<{ zone: string }>('select time_zone as zone from users where id = $1', [userId]))
        .rows[0]?.zone;
    const own = await zoneOf(org.learner.userId);
    await change({ timeZone: 'Europe/Madrid' });
    const { body: person } = await admin.post<AdminPerson>('/api/admin/people', {
      emailAddress: `ana@${org.domain}`,
      firstName: 'Ana',
      lastName: 'Sanz',
    });
    expect(await zoneOf(person.userId)).toBe('Europe/Madrid');
    expect(await zoneOf(org.newcomer.userId)).toBe('Europe/Madrid');
    // An imported time zone is kept.
    await api.pool.query(`update users set time_zone = 'Asia/Tokyo' where id = $1`, [org.newcomer.userId]);
    await change({ timeZone: 'Europe/Berlin' });
    expect(await zoneOf(person.userId)).toBe('Europe/Berlin');
    expect(await zoneOf(org.learner.userId)).toBe(own);
    expect(await zoneOf(org.newcomer.userId)).toBe('Asia/Tokyo');
  });

  it('writes dates in the organisation’s language for people without their own', async () => {
    const { org, change } = await asAdmin(api);
    const learner = await api.as(org, org.learner);
    const reasons = async () => {
      const { body } = await learner.get<Record<string, unknown>>('/api/home', undefined, {
        'accept-language': 'en-US',
      });
      return JSON.stringify(body);
    };
    expect(await reasons()).toMatch(/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d/);
    await change({ locale: 'de-DE' });
    expect(await reasons()).toMatch(/\d\. (Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)/);
  });
});
