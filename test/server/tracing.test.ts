import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Objective } from '#contract/learning/objectives.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { connectPubNub, type Realtime } from '#server/realtime/index.ts';
import { openTracing, spanStarter } from '#server/tracing/openTracing.ts';
import type { Tracing } from '#server/tracing/spans.ts';
import { keys, startService, type TestService } from '#test/server/messaging/service.ts';
import { anObjective } from '#test/support/anObjective.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}
interface Export {
  resourceSpans: {
    resource: { attributes: Sent['attributes'] };
    scopeSpans: { spans: Sent[] }[];
  }[];
}

const spans: Sent[] = [];
const bodies: string[] = [];
/** A minimal OpenTelemetry collector. */
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    bodies.push(`${request.url} ${body}`);
    for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  });
});

let api: TestApi;
let service: TestService;
let realtime: Realtime;
let tracing: Tracing;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const { tracing: settings } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
  tracing = (await openTracing(settings, { service: 'trellis', deployment: 'test' }))!;
  service = await startService({ startSpan: spanStarter(tracing) });
  realtime = connectPubNub({ ...keys, origin: `127.0.0.1:${service.port}`, ssl: false });
  api = await startApi({ realtime, tracing, hasJobs: true });
}, 60_000);
afterAll(async () => {
  await api?.close();
  realtime.stop();
  await service.close();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const attribute = ({ attributes }: Sent, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
const traceOf = (requestId: string) => {
  const root = spans.find((span) => attribute(span, 'trellis.request_id') === requestId);
  return spans.filter(({ traceId }) => traceId === root?.traceId);
};

it('sends one trace with a request, its statements, its notification and the call to the messaging service', async () => {
  const org = await api.organisation();
  const [learner, manager] = [await api.as(org, org.learner), await api.as(org, org.manager)];
  const objective = anObjective({ title: 'Planted title', why: 'Planted reason' });
  const { body } = await learner.post<Objective>('/api/objectives', objective);
  const { state: _, ...changes } = {
    ...objective,
    why: 'Planted why',
    version: body.version,
    reason: 'Planted',
  };
  const url = `/api/objectives/${body.objectiveId}`;
  await manager.put(url, changes, { 'x-request-id': 'a-traced-request' });
  await until(() => traceOf('a-traced-request').some(({ name }) => name.startsWith('GET /publish')));

  const trace = traceOf('a-traced-request');
  const named = (name: string) => trace.find((span) => span.name === name)!;
  const parentOf = ({ parentSpanId }: Sent) => trace.find(({ spanId }) => spanId === parentSpanId)?.name;
  const request = named('PUT /api/objectives/:objectiveId');
  expect(attribute(request, 'http.response.status_code')).toBe(200);
  expect(request.parentSpanId).toBeUndefined();
  expect(parentOf(named('update objectives'))).toBe(request.name);
  expect(parentOf(named('notification'))).toBe(request.name);
  expect(parentOf(named('messaging publish'))).toBe('notification');
  expect(parentOf(trace.find(({ name }) => name.startsWith('GET /publish'))!)).toBe('messaging publish');
});

it('sends the steps of a job in the trace of the request that added it', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  await learner.post('/api/data-requests/export', undefined, { 'x-request-id': 'an-export-of-data' });
  const names = () => traceOf('an-export-of-data').map(({ name }) => name);
  await until(() => names().includes('job mail-export'));
  expect(names()).toEqual(
    expect.arrayContaining(['POST /api/data-requests/export', 'job export-personal-data']),
  );
});

it('marks a failed request, and sends no values, texts, addresses or ids from the path', async () => {
  const org = await api.organisation();
  const admin = await api.as(org, org.admin);
  await api.pool.query('alter table topics rename to planted_topics');
  const url = '/api/content?planted=Planted';
  await admin.get(url, undefined, { 'x-request-id': 'a-failed-request' });
  await api.pool.query('alter table planted_topics rename to topics');
  const failed = () => spans.find(({ name }) => name === 'GET /api/content');
  await until(() => failed() !== undefined);
  expect(failed()).toMatchObject({ status: { code: 2 } });
  const sent = bodies.join();
  expect(sent).toContain('/v1/traces');
  expect(sent).toContain('"service.name"');
  for (const secret of ['Planted', 'planted', org.admin.email, '@', admin.token])
    expect(sent).not.toContain(secret);
  expect(sent).not.toMatch(/T\d+_U\d+/);
});

it('is off without an address, and refuses an invalid address or share', async () => {
  expect(readConfig({}).tracing).toBeNull();
  expect(await openTracing(null, { service: 'trellis', deployment: 'test' })).toBeNull();
  const address = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  expect(readConfig({ ...address, OTEL_TRACES_SAMPLER_ARG: '0.1' }).tracing?.ratio).toBe(0.1);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost' },
    { ...address, OTEL_TRACES_SAMPLER_ARG: '2' },
  ])
    expect(() => readConfig(wrong)).toThrow(ConfigError);
});
