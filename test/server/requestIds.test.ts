import * as z from 'zod/mini';
import type { Objective } from '#contract/learning/objectives.ts';
import { newId } from '#server/db/ids.ts';
import { onNotification } from '#server/db/onNotification.ts';
import { withTenant } from '#server/db/withTenant.ts';
import type { LogEntry } from '#server/messaging/index.ts';
import { connectPubNub, type Realtime } from '#server/realtime/index.ts';
import { inRequestContext, requestContext } from '#server/tracing/requestContext.ts';
import { keys, startService, type TestService } from '#test/server/messaging/service.ts';
import { anObjective } from '#test/support/anObjective.ts';
import { PUBLIC_ORIGIN, startApi, type TestApi, until } from '#test/support/api.ts';
import { openTestDatabase } from '#test/support/testDatabase.ts';

let api: TestApi;
let service: TestService;
let realtime: Realtime;
const entries: LogEntry[] = [];
beforeAll(async () => {
  service = await startService({ log: (entry) => entries.push(entry) });
  realtime = connectPubNub({ ...keys, origin: `127.0.0.1:${service.port}`, ssl: false });
  api = await startApi({ realtime, hasJobs: true });
}, 60_000);
afterAll(async () => {
  await api?.close();
  realtime.stop();
  await service.close();
});

interface Line {
  reqId?: string;
  msg: string;
  job?: string;
}
const linesOf = (id: string) =>
  api.lines.map((line) => JSON.parse(line) as Line).filter(({ reqId }) => reqId === id);
const hasLine = (id: string, msg: string) => linesOf(id).some((line) => line.msg === msg);

it('writes a request’s id into the log lines of the notification that it causes, even in the messaging service', async () => {
  const org = await api.organisation();
  const [learner, manager] = [await api.as(org, org.learner), await api.as(org, org.manager)];
  const objective = anObjective({ title: 'Listen first' });
  const { body } = await learner.post<Objective>('/api/objectives', objective);
  const { state: _, ...changes } = {
    ...objective,
    title: 'Listen twice',
    version: body.version,
    reason: 'As discussed',
  };
  const id = 'edit-of-an-objective';
  const edited = await manager.put(`/api/objectives/${body.objectiveId}`, changes, { 'x-request-id': id });
  expect(edited.status).toBe(200);
  await until(() => hasLine(id, 'notification sent'));
  expect(linesOf(id).map(({ msg }) => msg)).toEqual([
    'incoming request',
    'request completed',
    'notification sent',
  ]);
  expect(entries.filter(({ reqId }) => reqId === id)).toEqual([
    expect.objectContaining({ route: 'GET /publish/:/:/0/:/0/:', status: 200, message: 'request completed' }),
  ]);
});

it('writes the id into the log line of a mail, which another process may send', async () => {
  const org = await api.organisation();
  const id = 'a-forgotten-password';
  await api.call('POST', '/api/auth/password-reset', {
    body: { email: org.learner.email },
    headers: { origin: PUBLIC_ORIGIN, 'x-request-id': id },
  });
  await until(() => hasLine(id, 'mail with a link sent'));
});

it('writes the id into the log lines of a job and of the jobs that it adds', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  const id = 'export-of-my-own-data';
  await learner.post('/api/data-requests/export', undefined, { 'x-request-id': id });
  const jobsDone = () => linesOf(id).flatMap(({ job, msg }) => (job && msg === 'job done' ? [job] : []));
  await until(() => jobsDone().length === 2);
  expect(jobsDone()).toEqual(['export-personal-data', 'mail-export']);
});

it('uses the job’s id if no request has caused the job', async () => {
  const org = await api.organisation();
  const kind = { name: 'export-personal-data', payload: z.object({ requestId: z.string() }) };
  const jobId = await withTenant(api.pool, org.tenantId, (tx) =>
    api.jobs.enqueue(tx, kind, { requestId: newId() }),
  );
  await until(() => hasLine(String(jobId), 'job done'));
});

it('keeps parallel calls to the messaging service apart', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `parallel-call-${n}`);
  const channelsOf = (requestId: string) =>
    inRequestContext({ requestId }, () => realtime.channelsOf('uuid-of-a-person'));
  await Promise.all([...ids.map(channelsOf), realtime.channelsOf('uuid-of-a-person')]);
  const seen = entries.flatMap(({ reqId }) => (reqId?.startsWith('parallel-') ? [reqId] : []));
  expect(seen.sort()).toEqual(ids.sort());
});

it('does not attribute a notification of the database to the request that opened the connection', async () => {
  const database = await openTestDatabase();
  // The next query opens a connection.
  (await database.pool.connect()).release(true);
  const seen: unknown[] = [];
  const stop = onNotification(database.pool, 'a_test', () => seen.push(requestContext()));
  await inRequestContext({ requestId: 'opened-a-connection' }, () => database.pool.query('select 1'));
  await database.pool.query("notify a_test, ''");
  await until(() => seen.length > 0);
  expect(seen).toEqual([null]);
  stop();
  await database.close();
});
