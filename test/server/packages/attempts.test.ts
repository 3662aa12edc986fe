import type { FastifyInstance } from 'fastify';
import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import type { Package, PackageLaunch, PackageResult } from '#contract/learning/packages.ts';
import type { Program } from '#contract/learning/programs.ts';
import { aStep, personOf, publishVersion } from '#test/server/programs/programsApi.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { packageOf, upload } from './packageFiles.ts';
import { startPackages } from './startPackages.ts';

let started: Awaited<ReturnType<typeof startPackages>>;
let api: TestApi;
let files: FastifyInstance;
let org: TestOrganisation;
let content: Package;

beforeAll(async () => {
  started = await startPackages();
  ({ api, files, org } = started);
  content = await upload(await api.as(org, org.coach), await packageOf('scorm12'));
}, 60_000);
afterAll(() => started.close());

/** A learner whose second topic has only a step with the package. */
async function joinWithPackage() {
  await publishVersion(api, org, 1, () => [
    aStep({ title: 'Play', kind: 'package', packageId: content.packageId }),
  ]);
  const learner = await personOf(api, org, org.learner);
  const { body } = await learner.put<Program>(learner.topicUrl(1, 'version'), {
    version:
      (await learner.read()).topics.find(({ title }) => title === 'Second topic')?.upgrade?.version ?? 0,
  });
  const stepKey = stepOf(body).stepKey;
  const url = `${learner.url}/steps/${stepKey}/package`;
  return {
    ...learner,
    stepKey,
    url,
    launch: async (isNewAttempt = false) =>
      (await learner.post<PackageLaunch>(`${url}/launches`, { isNewAttempt })).body,
    report: (launchId: string, result: Partial<PackageResult> = {}) =>
      learner.post<Program>(`${url}/results`, {
        launchId,
        completion: 'incomplete',
        success: 'unknown',
        score: null,
        location: '',
        suspendData: '',
        seconds: 0,
        ...result,
      }),
  };
}
const stepOf = (program: Program) => program.topics.find(({ title }) => title === 'Second topic')!.steps[0]!;

describe('the package of a step', () => {
  it('continues where the learner stopped, and completes the step only with its result', async () => {
    const learner = await joinWithPackage();
    const first = await learner.launch();
    expect(first).toMatchObject({ kind: 'scorm12', data: { isResumed: false, suspendData: '' } });
    expect((await learner.put(learner.url.replace('/package', '/record'), { done: true })).status).toBe(422);
    api.clock.pass(120_000);
    const { body: started } = await learner.report(first.launchId, {
      suspendData: 'page=2',
      location: 'p2',
      seconds: 90,
    });
    expect(stepOf(started)).toMatchObject({ state: 'started', package: { attempt: { n: 1, seconds: 90 } } });
    const second = await learner.launch();
    expect(second.data).toMatchObject({
      isResumed: true,
      suspendData: 'page=2',
      location: 'p2',
      totalSeconds: 90,
    });
    const failed = await learner.report(second.launchId, { completion: 'completed', success: 'failed' });
    expect(stepOf(failed.body).state).toBe('started');
    const score = { raw: 84, min: 0, max: 100, scaled: null };
    const passed = await learner.report(second.launchId, {
      completion: 'completed',
      success: 'passed',
      score,
      seconds: 99_999,
    });
    // A package cannot claim more time than has passed.
    expect(stepOf(passed.body)).toMatchObject({
      state: 'done',
      package: { attempt: { success: 'passed', score } },
    });
    expect(stepOf(passed.body).package?.attempt?.seconds).toBeLessThan(95);
    const third = await learner.launch(true);
    expect(third.data).toMatchObject({ isResumed: false, suspendData: '', completion: 'unknown' });
    const again = await learner.report(third.launchId, { success: 'failed', completion: 'completed' });
    expect(stepOf(again.body)).toMatchObject({
      state: 'done',
      package: { attempt: { n: 2, success: 'failed' } },
    });
  });

  it('stores results only from the newest launch, up to 64 kB', async () => {
    const learner = await joinWithPackage();
    const [first, second] = [await learner.launch(), await learner.launch()];
    expect((await learner.report(first.launchId)).status).toBe(409);
    const tooLarge = await learner.report(second.launchId, { suspendData: 'x'.repeat(70_000) });
    expect(tooLarge.status).toBe(400);
    const problem = { launchId: second.launchId, length: 70_000 };
    expect((await learner.post(`${learner.url}/problems`, problem)).status).toBe(204);
    const author = await api.as(org, org.coach);
    const { body } = await author.get<Package>(`/api/packages/${content.packageId}`);
    expect(body.refusedLength).toBe(70_000);
  });

  it('must be ready and belong to the organisation before it can be published', async () => {
    const other = await api.organisation();
    const { body } = await publishVersion(api, other, 1, () => [
      aStep({ kind: 'package', packageId: content.packageId }),
    ]);
    const { fields } = body as AuthoredTopic & { fields?: Record<string, string> };
    expect(fields).toEqual({ 'steps.0.packageId': 'is not ready' });
  });
});

describe('the address of a package', () => {
  it('serves the files from another host, without access to anything else', async () => {
    const learner = await joinWithPackage();
    const { player, page, origin } = await learner.launch();
    expect(origin).toMatch(/^http:\/\/(127\.0\.0\.1|localhost):4002$/);
    const html = await files.inject(new URL(player).pathname);
    expect(html.statusCode).toBe(200);
    expect(html.headers['set-cookie']).toBeUndefined();
    const policy = String(html.headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts allow-same-origin allow-forms;');
    expect(policy).toContain("connect-src 'self';");
    expect((await files.inject(page)).body).toContain('code.js');
    const range = await files.inject({ url: page, headers: { range: 'bytes=0-3' } });
    expect([range.statusCode, range.body]).toEqual([206, '<!do']);
    for (const path of ['../code.js', 'missing.html', '%2e%2e/code.js', 'imsmanifest.xml/..'])
      expect((await files.inject(page.replace('index.html', path))).statusCode).toBe(404);
    for (const path of ['/api/profile', '/runtime/package.json', '/'])
      expect((await files.inject(path)).statusCode).toBe(404);
  });

  it('is refused when it is forged or has expired', async () => {
    const learner = await joinWithPackage();
    const { page } = await learner.launch();
    const token = page.split('/')[2] ?? '';
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(payload, 'base64url').toString().replace(content.packageId, 'aaaaaaaaaaaaaaaa');
    const forged = `${Buffer.from(other).toString('base64url')}.${signature}`;
    expect((await files.inject(page.replace(token, forged))).statusCode).toBe(404);
    expect((await files.inject(page.replace(token, 'x'))).statusCode).toBe(404);
    api.clock.pass(5 * 3_600_000);
    expect((await files.inject(page)).statusCode).toBe(404);
  });

  it('records the external hosts that browsers have blocked', async () => {
    const learner = await joinWithPackage();
    const { page } = await learner.launch();
    await files.inject({
      method: 'POST',
      url: `/reports/${page.split('/')[2]}`,
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({ 'csp-report': { 'blocked-uri': 'https://evil.example/steal?x=1' } }),
    });
    const author = await api.as(org, org.coach);
    const { body } = await author.get<Package>(`/api/packages/${content.packageId}`);
    expect(body.blockedHosts).toEqual(['evil.example']);
  });
});
