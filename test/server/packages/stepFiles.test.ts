import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import type { Package } from '#contract/learning/packages.ts';
import type { Program } from '#contract/learning/programs.ts';
import type { RichText } from '#contract/learning/richText.ts';
import type { OpenedFile, VideoProgress } from '#contract/learning/uploads.ts';
import { aStep, personOf, publishVersion } from '#test/server/programs/programsApi.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { upload } from './packageFiles.ts';
import { startPackages } from './startPackages.ts';
import { CAPTIONS, mp4Of } from './videoFiles.ts';

const FILE_NAME = "Guide (für “uns”)'s.pdf";
let started: Awaited<ReturnType<typeof startPackages>>;
let api: TestApi;
let files: FastifyInstance;
let org: TestOrganisation;
let video: Package;
let captions: Package;
let guide: Package;

beforeAll(async () => {
  started = await startPackages();
  ({ api, files, org } = started);
  const author = await api.as(org, org.coach);
  video = await upload(author, mp4Of(100), 'talk.mp4', 'video');
  captions = await upload(author, Buffer.from(CAPTIONS), 'talk.vtt', 'captions');
  guide = await upload(author, Buffer.from('%PDF-1.7 guide'), FILE_NAME, 'file');
}, 60_000);
afterAll(() => started.close());

const stepOf = (program: Program) => program.topics.find(({ title }) => title === 'Second topic')!.steps[0]!;

/** A learner whose second topic has only this step. */
async function joinWith(step: ReturnType<typeof aStep>) {
  await publishVersion(api, org, 1, () => [step]);
  const learner = await personOf(api, org, org.learner);
  const { upgrade } = (await learner.read()).topics.find(({ title }) => title === 'Second topic')!;
  const { body } = await learner.put<Program>(learner.topicUrl(1, 'version'), {
    version: upgrade?.version ?? 0,
  });
  const { stepKey } = stepOf(body);
  const url = `${learner.url}/steps/${stepKey}`;
  return {
    ...learner,
    stepKey,
    step: async () => stepOf(await learner.read()),
    openFile: async () => (await learner.post<OpenedFile>(`${url}/file/openings`)).body,
    watch: (watched: VideoProgress['watched'], position = 0) =>
      learner.put<Program>(`${url}/video`, { watched, position }),
    mark: (done: boolean) => learner.put(`${url}/record`, { done }),
  };
}
const aVideo = () =>
  aStep({ kind: 'video', title: 'Talk', fileId: video.packageId, captionsId: captions.packageId });
const aFile = () => aStep({ kind: 'file', title: 'Guide', fileId: guide.packageId });
const get = (address: string, headers = {}) => files.inject({ url: new URL(address).pathname, headers });

describe('a file step', () => {
  it('is completed by the download, and can be downloaded again', async () => {
    const learner = await joinWith(aFile());
    expect(await learner.step()).toMatchObject({
      state: 'none',
      file: { fileName: FILE_NAME, size: 14, video: null },
    });
    expect((await learner.mark(true)).status).toBe(422);
    const { address } = await learner.openFile();
    expect((await learner.step()).state).toBe('done');
    expect((await learner.mark(false)).status).toBe(422);
    expect((await learner.openFile()).address).not.toBe('');
    const response = await get(address);
    expect([response.statusCode, response.body]).toEqual([200, '%PDF-1.7 guide']);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        "attachment; filename*=UTF-8''Guide%20%28f%C3%BCr%20%E2%80%9Cuns%E2%80%9D%29%27s.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    // The address opens no player, and no other file.
    expect((await get(address.replace('/files/', '/player/').replace('/content.pdf', ''))).statusCode).toBe(
      404,
    );
    expect((await get(address.replace('content.pdf', 'content.html'))).statusCode).toBe(404);
  });
});

describe('a step of a topic that waits for its confirmation', () => {
  it.each([
    ['file', () => aFile()],
    ['video', () => aVideo()],
  ])('opens its %s and records nothing', async (_kind, step) => {
    const learner = await joinWith(step());
    await api.pool.query(
      `insert into topic_confirmations (id, tenant_id, enrolment_id, topic_id, asked_at)
        select 'wwwwwwwwwwwwwwww', tenant_id, id, $2, now() from enrolments where user_id = $1`,
      [org.learner.userId, org.topicIds[1]],
    );
    expect((await learner.step()).can).toEqual({ record: false, open: true });
    expect((await learner.openFile()).address).toMatch(/^http/);
    expect((await learner.step()).state).toBe('none');
    await api.pool.query("delete from topic_confirmations where id = 'wwwwwwwwwwwwwwww'");
  });
});

describe('a video step', () => {
  it('is completed when 90% of the video is watched, and continues where the learner stopped', async () => {
    const learner = await joinWith(aVideo());
    expect((await learner.watch([[0, 50]])).status).toBe(422);
    expect((await learner.openFile()).position).toBe(0);
    expect(await learner.step()).toMatchObject({
      state: 'started',
      file: { video: { seconds: 100, watched: 0 } },
    });
    api.clock.pass(50_000);
    const half = await learner.watch([[0, 50]], 50);
    expect(stepOf(half.body)).toMatchObject({ state: 'started', file: { video: { watched: 50 } } });
    expect((await learner.openFile()).position).toBe(50);
    // The browser claims more than 20 seconds allow.
    api.clock.pass(10_000);
    const claimed = await learner.watch([[0, 100]], 100);
    expect(stepOf(claimed.body)).toMatchObject({ state: 'started', file: { video: { watched: 75 } } });
    expect((await learner.mark(true)).status).toBe(422);
    api.clock.pass(20_000);
    const end = await learner.watch([[70, 95]], 95);
    expect(stepOf(end.body)).toMatchObject({ state: 'done', file: { video: { watched: 95 } } });
  });

  it('is served in ranges with its captions, for the pages of Trellis only', async () => {
    const learner = await joinWith(aVideo());
    const opened = await learner.openFile();
    const range = await get(opened.address, { range: 'bytes=4-7' });
    expect([range.statusCode, range.body]).toEqual([206, 'ftyp']);
    expect(range.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      'content-range': `bytes 4-7/${video.size}`,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': expect.stringMatching(/^http:\/\//),
    });
    const past = await get(opened.address, { range: `bytes=${video.size}-` });
    expect(past.statusCode).toBe(416);
    const track = await get(opened.captions ?? '');
    expect([track.headers['content-type'], track.body]).toEqual(['text/vtt; charset=utf-8', CAPTIONS]);
    api.clock.pass(5 * 3_600_000);
    expect((await get(opened.address)).statusCode).toBe(404);
  });

  it('starts again when a new version has another video', async () => {
    const learner = await joinWith(aVideo());
    await learner.openFile();
    api.clock.pass(50_000);
    await learner.watch([[0, 50]], 50);
    const other = await upload(await api.as(org, org.coach), mp4Of(60), 'new.mp4', 'video');
    await publishVersion(api, org, 1, () => [
      { ...aVideo(), stepKey: learner.stepKey, fileId: other.packageId },
    ]);
    const { upgrade } = (await learner.read()).topics.find(({ title }) => title === 'Second topic')!;
    const { body } = await learner.put<Program>(learner.topicUrl(1, 'version'), {
      version: upgrade?.version,
    });
    expect(stepOf(body).file?.video).toEqual({ seconds: 60, watched: 0 });
    expect((await learner.openFile()).position).toBe(0);
  });
});

describe('the files of a topic', () => {
  it('must be uploaded, be of the right kind and belong to the organisation before the topic is published', async () => {
    const fieldsOf = async (one: TestOrganisation, steps: ReturnType<typeof aStep>[]) => {
      const { body } = await publishVersion(api, one, 1, () => steps);
      return (body as AuthoredTopic & { fields?: Record<string, string> }).fields;
    };
    expect(
      await fieldsOf(org, [
        aStep({ kind: 'video' }),
        aStep({ kind: 'video', fileId: guide.packageId, captionsId: video.packageId }),
        aStep({ kind: 'file', fileId: captions.packageId, captionsId: captions.packageId }),
        aStep({ kind: 'content', fileId: guide.packageId }),
      ]),
    ).toEqual({
      'steps.0.fileId': 'is missing',
      'steps.0.captionsId': 'are missing',
      'steps.1.fileId': 'is not ready',
      'steps.1.captionsId': 'are not ready',
      'steps.2.fileId': 'is not ready',
      'steps.2.captionsId': 'are only allowed in video steps',
      'steps.3.fileId': 'is only allowed in file and video steps',
    });
    const other = await api.organisation();
    expect(await fieldsOf(other, [aFile()])).toEqual({ 'steps.0.fileId': 'is not ready' });
  });

  it('are read by authors, by those who preview the program, and by no one else', async () => {
    const learner = await joinWith(aFile());
    const address = `/api/packages/${guide.packageId}/address`;
    const preview = `/api/programs/${org.programId}/preview/steps/${learner.stepKey}/file`;
    const author = await api.as(org, org.coach);
    const admin = await api.as(org, org.admin);
    for (const [person, url] of [
      [author, address],
      [admin, preview],
    ] as const)
      expect((await get((await person.get<OpenedFile>(url)).body.address)).statusCode).toBe(200);
    expect((await learner.step()).state).toBe('none');
    const other = await api.organisation();
    const stranger = await api.as(other, other.admin);
    for (const [person, url] of [
      [learner, address],
      [learner, preview],
      [stranger, address],
      [stranger, preview],
    ] as const)
      expect((await person.get(url)).status).toBe(404);
    const opening = `/api/programs/${org.programId}/steps/${learner.stepKey}/file/openings`;
    expect((await stranger.post(opening)).status).toBe(404);
    expect((await (await api.as(org, org.colleague)).post(opening)).status).toBe(404);
  });

  it('name the field when their type is not supported or they are too large', async () => {
    const author = await api.as(org, org.coach);
    const refused = async (body: object) => (await author.post('/api/packages', body)).body.fields;
    expect(await refused({ purpose: 'video', fileName: 'a.mov', size: 10 })).toEqual({
      fileName: 'must end with .mp4, .m4v, .webm',
    });
    expect(await refused({ purpose: 'captions', fileName: 'a.vtt', size: 2 * 1024 ** 2 })).toEqual({
      size: 'is larger than 1 MB',
    });
    const wrong = await upload(author, Buffer.from('MZ'), 'a.pdf', 'file');
    expect(wrong).toMatchObject({
      state: 'refused',
      problem: expect.stringMatching(/not of the type \.pdf/),
    });
  });
});

describe('an image in a text', () => {
  const documentWith = (imageId: string): RichText => ({
    type: 'doc',
    content: [{ type: 'image', attrs: { imageId, alt: 'A bridge' } }],
  });
  const photo = () =>
    sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#26a' } })
      .withExif({ IFD0: { Copyright: 'Kim' } })
      .jpeg()
      .toBuffer();

  it('is stored smaller and without metadata, and shown without a token', async () => {
    const author = await api.as(org, org.coach);
    const image = await upload(author, await photo(), 'photo.jpg', 'image');
    expect(image).toMatchObject({ state: 'ready', purpose: 'image' });
    const response = await api.app.inject(`/api/images/${image.packageId}`);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const { width, height, exif } = await sharp(response.rawPayload).metadata();
    expect([width, height, exif]).toEqual([1_600, 800, undefined]);
    const step = aStep({ document: documentWith(image.packageId) });
    expect((await publishVersion(api, org, 1, () => [step])).status).toBe(200);
    expect((await api.app.inject(`/api/images/${guide.packageId}`)).statusCode).toBe(404);
  });

  it('cannot be a broken file, or an image of another organisation', async () => {
    const author = await api.as(org, org.coach);
    const broken = await upload(author, Buffer.from('\x89PNG…', 'latin1'), 'photo.png', 'image');
    expect(broken).toMatchObject({ state: 'refused', problem: expect.stringMatching(/image/) });
    const image = await upload(author, await photo(), 'photo.jpg', 'image');
    const other = await api.organisation();
    const { body } = await publishVersion(api, other, 1, () => [
      aStep({ document: documentWith(image.packageId) }),
    ]);
    expect((body as AuthoredTopic & { fields?: object }).fields).toEqual({
      'steps.0.body': 'contains an image that is not stored here',
    });
  });
});
