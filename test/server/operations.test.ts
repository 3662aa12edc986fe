import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { backupToken, createMetrics } from '#server/operations/index.ts';
import { type Reports, startReports } from '#server/operations/reports/index.ts';
import { METRICS_TOKEN, REFRESH_KEY, startApi, type TestApi, until } from '#test/support/api.ts';

const metrics = createMetrics();
const AGENT = 'https://cdn.analytics.example/agent.js';
let api: TestApi;
let reports: Reports;
const received: string[] = [];
/** A minimal server for Sentry's protocol. */
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    received.push(body);
    response.end('{}');
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  reports = startReports({ dsn: `http://key@127.0.0.1:${port}/1`, deployment: 'test', version: '0.1.0' });
  api = await startApi({ analyticsScriptUrl: AGENT, metrics, reports });
});
afterAll(async () => {
  await api.close();
  await reports.close();
  metrics.close();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

it('serves metrics to this machine and to holders of the token, labelled by route and without ids', async () => {
  await api.call('GET', '/api/config');
  await api.call('GET', '/api/avatars/abcdefghijklmnop');
  const { status, body } = await api.call<Buffer>('GET', '/metrics');
  const text = body.toString();
  expect(status).toBe(200);
  for (const line of [
    /trellis_http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} 1/,
    /route="\/api\/avatars\/:id"/,
    /trellis_outbox_pending 0/,
    /trellis_messaging_up 1/,
    /trellis_database_connections [1-9]/,
    /nodejs_eventloop_lag_seconds/,
  ])
    expect(text).toMatch(line);
  expect(text).not.toContain('abcdefghijklmnop');
  const statusFor = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await api.app.inject({ url: '/metrics', remoteAddress: '10.0.0.9', headers })).statusCode;
  };
  expect(await statusFor()).toBe(404);
  expect(await statusFor(`Bearer ${METRICS_TOKEN}x`)).toBe(404);
  expect(await statusFor(`Bearer ${METRICS_TOKEN}`)).toBe(200);
});

it('serves copies of embedded databases only to callers on this machine that know the server’s secrets', async () => {
  const copyOf = (part: string, authorization: string, remoteAddress = '127.0.0.1') =>
    api.app.inject({
      url: `/api/operations/backup/${part}`,
      remoteAddress,
      headers: { authorization },
    });
  const right = `Bearer ${backupToken(REFRESH_KEY)}`;
  expect((await copyOf('database', right)).body).toBe('a copy');
  for (const refused of [
    copyOf('database', `${right}x`),
    copyOf('database', ''),
    copyOf('database', right, '10.0.0.9'),
    copyOf('messaging', right), // not embedded
  ])
    expect((await refused).statusCode).toBe(404);
});

it('has every metric that the alerts and the dashboard use', async () => {
  const served = (await api.call<Buffer>('GET', '/metrics')).body.toString();
  const used = ['alerts.yml', 'dashboard.json'].flatMap(
    (file) =>
      readFileSync(`deploy/prometheus/${file}`, 'utf8').match(/\b(trellis|nodejs|process)_\w+/g) ?? [],
  );
  expect(new Set(used).size).toBeGreaterThan(8);
  for (const name of used) expect(served).toContain(`${name.replace(/_(bucket|sum|count)$/, '')}`);
});

it('logs the request id that the browser sent', async () => {
  const id = 'browser-made-this-1';
  await api.call('GET', '/api/session', { headers: { 'x-request-id': id } });
  const lines = api.lines.map((line) => JSON.parse(line) as { reqId?: string; res?: { statusCode: number } });
  expect(lines.filter(({ reqId }) => reqId === id).map(({ res }) => res?.statusCode)).toContain(401);
});

it('reports an error once with route and request id, and without personal data', async () => {
  const org = await api.organisation();
  const admin = await api.as(org, org.admin);
  await api.pool.query('alter table topics rename to planted_topics');
  const { status } = await admin.get('/api/content?planted=Planted', undefined, {
    'x-request-id': 'request-of-mine-1',
  });
  await api.pool.query('alter table planted_topics rename to topics');
  expect(status).toBe(500);
  await until(() => received.some((envelope) => envelope.includes('"exception"')));
  const errors = received.filter((envelope) => envelope.includes('"exception"'));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('GET /api/content');
  expect(errors[0]).toContain('request-of-mine-1');
  expect(errors[0]).toContain('"environment":"test"');
  expect(received.join()).not.toContain(org.admin.email);
  expect(received.join()).not.toContain(admin.token);
  expect(received.join()).not.toContain('?planted');
});

describe('analytics', () => {
  it('is off until an administrator gives consent for the organisation', async () => {
    const org = await api.organisation();
    const [admin, learner] = [await api.as(org, org.admin), await api.as(org, org.learner)];
    const off = { isConfigured: true, hasConsent: false, agent: null };
    expect((await learner.get('/api/analytics')).body).toEqual(off);
    expect((await learner.put('/api/admin/analytics-consent', { hasConsent: true })).status).toBe(404);
    expect((await admin.put('/api/admin/analytics-consent', { hasConsent: true })).body).toEqual({
      hasConsent: true,
    });
    expect((await learner.get('/api/analytics')).body).toEqual({
      isConfigured: true,
      hasConsent: true,
      agent: { scriptUrl: AGENT },
    });
    const other = await api.organisation();
    const stranger = await api.as(other, other.learner);
    expect((await stranger.get('/api/analytics')).body).toEqual(off);
    await admin.put('/api/admin/analytics-consent', { hasConsent: false });
    expect((await learner.get('/api/analytics')).body).toEqual(off);
  });

  it('can be loaded only from the configured origin', async () => {
    const { headers } = await api.call('GET', '/api/config');
    expect(headers['content-security-policy']).toContain("script-src 'self' https://cdn.analytics.example;");
  });
});
