import { randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_PART_BYTES, type Package } from '#contract/learning/packages.ts';
import { cleanUpPackages } from '#server/learning/packages/cleanUp.ts';
import { createDirectoryStorage } from '#server/learning/packages/storage/directoryStorage.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { packageOf, sendPart, upload, zipOf } from './packageFiles.ts';

let api: TestApi;
let org: TestOrganisation;
let author: Awaited<ReturnType<TestApi['as']>>;
const directory = mkdtempSync(join(tmpdir(), 'trellis-packages-'));

beforeAll(async () => {
  api = await startApi({ hasJobs: true, packageDirectory: directory });
  org = await api.organisation();
  author = await api.as(org, org.coach);
}, 60_000);
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true, force: true });
});

/**
 * All stored files. Folders may disappear in the meantime, because the job deletes its own after it has stored the
 * result.
 */
const storedFiles = () =>
  globSync('**', { cwd: directory, withFileTypes: true }).filter((entry) => entry.isFile());

describe('the upload of a package', () => {
  it.each(['scorm12', 'scorm2004'] as const)('ends with a report: %s', async (kind) => {
    const before = storedFiles().length;
    const uploaded = await upload(
      author,
      await packageOf(kind, { 'links.css': 'a{background:url("https://cdn.example/x.png")}' }),
    );
    expect(uploaded).toMatchObject({
      state: 'ready',
      problem: null,
      report: {
        kind,
        title: 'Feedback in 5 minutes',
        launch: 'index.html',
        tracks: kind === 'scorm12' ? ['completion', 'position'] : ['completion', 'score'],
        files: 4,
        hosts: ['cdn.example'],
      },
    });
    // Only the files of the package are stored, and neither the archive nor its parts.
    await until(() => storedFiles().length - before === 4);
  });

  it('continues after an interruption with the next part', async () => {
    const before = storedFiles().length;
    const file = await packageOf('scorm12', { 'film.mp4': randomBytes(PACKAGE_PART_BYTES) });
    const { body: started } = await author.post<Package>('/api/packages', {
      fileName: 'course.zip',
      size: file.length,
    });
    const first = file.subarray(0, PACKAGE_PART_BYTES);
    expect((await sendPart(author, started.packageId, 0, first)).body.received).toBe(PACKAGE_PART_BYTES);
    const again = await sendPart(author, started.packageId, 0, first);
    expect([again.status, again.body.fields]).toEqual([409, { offset: `must be ${PACKAGE_PART_BYTES}` }]);
    const short = await sendPart(author, started.packageId, PACKAGE_PART_BYTES, Buffer.from('x'));
    expect([short.status, Object.keys(short.body.fields ?? {})]).toEqual([400, ['content']]);
    expect((await author.delete(`/api/packages/${started.packageId}`)).status).toBe(204);
    expect(storedFiles().length).toBe(before);
  });

  it('is refused for files that are too large or not a package', async () => {
    const large = await author.post('/api/packages', { fileName: 'a.zip', size: 500 * 1024 ** 2 + 1 });
    expect([large.status, large.body.fields]).toEqual([400, { size: 'is larger than 500 MB' }]);
    const other = await author.post('/api/packages', { fileName: 'a.exe', size: 10 });
    expect([other.status, other.body.fields]).toEqual([422, { fileName: 'must end with .zip, .h5p' }]);
  });

  it('leaves nothing in the storage if the check refuses the file', async () => {
    const before = storedFiles().length;
    const refused = await upload(author, await zipOf({ 'readme.txt': 'Hello' }));
    expect(refused).toMatchObject({
      state: 'refused',
      problem:
        'The archive has neither an imsmanifest.xml nor an h5p.json, so it is not a SCORM or H5P package.',
      report: null,
    });
    await until(() => storedFiles().length === before);
  });

  it('is deleted after a day without progress', async () => {
    const before = storedFiles().length;
    const size = PACKAGE_PART_BYTES + 1;
    const { body: started } = await author.post<Package>('/api/packages', { fileName: 'a.zip', size });
    await sendPart(author, started.packageId, 0, Buffer.alloc(PACKAGE_PART_BYTES));
    const cleanUp = (hours: number) =>
      cleanUpPackages(
        {
          pool: api.pool,
          storage: createDirectoryStorage(join(directory, 'stored')),
          workDirectory: join(directory, 'work'),
          now: () => new Date(api.clock.now().getTime() + hours * 3_600_000),
        },
        new AbortController().signal,
      );
    await cleanUp(23);
    expect((await author.get(`/api/packages/${started.packageId}`)).status).toBe(200);
    await cleanUp(25);
    expect((await author.get(`/api/packages/${started.packageId}`)).status).toBe(404);
    expect(storedFiles().length).toBe(before);
  });

  it('is available only to authors of the same organisation', async () => {
    const uploaded = await upload(author, await packageOf('scorm12'));
    const url = `/api/packages/${uploaded.packageId}`;
    const learner = await api.as(org, org.learner);
    const other = await api.organisation();
    const stranger = await api.as(other, other.coach);
    for (const person of [learner, stranger]) {
      expect((await person.get(url)).status).toBe(404);
      expect((await person.delete(url)).status).toBe(404);
    }
    expect((await learner.post('/api/packages', { fileName: 'a.zip', size: 10 })).status).toBe(404);
  });
});
