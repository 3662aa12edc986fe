import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { AuditLog } from '#contract/administration/audit.ts';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { bodySchemaOf, type WebhookEventType } from '#contract/administration/webhookEvents.ts';
import {
  type Deliveries,
  MAX_ATTEMPTS,
  type WebhookDelivery,
  type Webhooks,
} from '#contract/administration/webhooks.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { createAudit } from '#server/administration/audit/index.ts';
import { attemptDelivery } from '#server/administration/webhooks/deliver.ts';
import { resume } from '#server/administration/webhooks/endpoints.ts';
import { sql } from '#server/db/drizzle.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { createPublicFetch } from '#server/http/publicFetch.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A system that receives webhooks. */
async function startReceiver() {
  const state = { status: 200, headers: {} as Record<string, string>, answer: 'the answer of the receiver' };
  const received: { headers: IncomingHttpHeaders; body: string; path: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body, path: request.url ?? '' });
      response.writeHead(state.status, state.headers).end(state.answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    state,
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let api: TestApi;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [api, receiver] = [await startApi({ hasJobs: true }), await startReceiver()];
  // The clock is ahead of the database, so that its jobs do not start the second attempt during a test.
  api.clock.pass(2 * 60_000);
}, 60_000);
afterAll(async () => {
  await api.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.state.status = 200;
  receiver.state.headers = {};
});

/** An organisation with an endpoint. */
async function connect(events: WebhookEventType[], org?: TestOrganisation) {
  const organisation = org ?? (await api.organisation({ stepsDone: 99, leftReady: 2 }));
  const admin = await api.as(organisation, organisation.admin);
  const { status, body } = await admin.post<{ secret: string; webhooks: Webhooks }>('/api/admin/webhooks', {
    url: receiver.url,
    events,
  });
  expect(status).toBe(201);
  const endpointId = body.webhooks.endpoints.at(-1)?.endpointId ?? '';
  const url = `/api/admin/webhooks/${endpointId}`;
  const deliveries = async (query = '') =>
    (await admin.get<Deliveries>(`${url}/deliveries${query}`)).body.data;
  return {
    org: organisation,
    admin,
    secret: body.secret,
    endpointId,
    url,
    deliveries,
    endpoint: async () =>
      (await admin.get<Webhooks>('/api/admin/webhooks')).body.endpoints.find(
        (one) => one.endpointId === endpointId,
      ),
    /** The messages that the receiver got since the start of the test, after all deliveries were tried. */
    async messages(count: number) {
      await until(() => receiver.received.length >= count);
      await until(async () => (await deliveries('?state=waiting')).every(({ attempts }) => attempts > 0));
      return receiver.received.map(
        ({ body: text }) => JSON.parse(text) as { type: WebhookEventType; data: object },
      );
    },
    /** Runs the due attempt without its job. */
    attempt: (deliveryId: string, more: Partial<Parameters<typeof attemptDelivery>[0]> = {}) =>
      attemptDelivery(
        {
          pool: api.pool,
          jobs: { enqueue: async () => null },
          audit: createAudit({ key: Buffer.alloc(32, 7), now: api.clock.now }),
          secretBox: createSecretBox(Buffer.alloc(32, 7)),
          send: createPublicFetch({ allowsLocal: true }),
          wakeOutbox: () => api.outbox.wake(),
          now: api.clock.now,
          ...more,
        },
        { tenantId: organisation.tenantId, deliveryId, signal: new AbortController().signal },
      ),
  };
}

it('sends each account change without personal data, with a signature that the library verifies', async () => {
  const { org, admin, secret, messages, deliveries, endpoint } = await connect([
    'person.invited',
    'person.deactivated',
    'person.reactivated',
  ]);
  const { body: invited } = await admin.post<AdminPerson>('/api/admin/people', {
    emailAddress: `ngoc@${org.domain}`,
    firstName: 'Ngọc',
    lastName: 'Nguyen',
  });
  const person = `/api/admin/people/${org.colleague.userId}`;
  await admin.patch(person, { status: 'deactivated', reason: 'Left the company' });
  await admin.patch(person, { status: 'active' });
  await admin.patch(person, { isAdmin: true }); // the catalogue has no event for this
  const sent = await messages(3);
  expect(
    sent.map(({ type, data }) => ({ type, data })).toSorted((a, b) => (a.type < b.type ? -1 : 1)),
  ).toEqual([
    { type: 'person.deactivated', data: { userId: org.colleague.userId } },
    { type: 'person.invited', data: { userId: invited.userId } },
    { type: 'person.reactivated', data: { userId: org.colleague.userId, status: 'active' } },
  ]);
  for (const message of sent) expect(bodySchemaOf(message.type).safeParse(message).success).toBe(true);
  for (const { headers, body } of receiver.received) {
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
  }
  const all = JSON.stringify(receiver.received);
  for (const personal of ['Ngọc', 'Nguyen', org.domain, 'Left the company', org.colleague.uuid])
    expect(all).not.toContain(personal);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  // The receiver's response is never shown.
  expect(JSON.stringify(await deliveries())).not.toContain('the answer of the receiver');
  expect(await deliveries()).toMatchObject(Array(3).fill({ state: 'delivered', status: 200, attempts: 1 }));
  expect(await endpoint()).toMatchObject({
    failingSince: null,
    waiting: 0,
    lastSuccessAt: expect.any(String),
  });
});

it('sends completed topics and programs, and nothing for a change that is rolled back', async () => {
  const { org, messages } = await connect(['topic.completed', 'program.completed']);
  const learner = await api.as(org, org.learner);
  for (const topicId of org.topicIds)
    await learner.put(`/api/programs/${org.programId}/topics/${topicId}/completion`);
  const sent = await messages(3);
  expect(sent.map(({ type }) => type).toSorted()).toEqual([
    'program.completed',
    'topic.completed',
    'topic.completed',
  ]);
  expect(sent[0]).toMatchObject({
    type: 'topic.completed',
    data: { userId: org.learner.userId, programId: org.programId },
  });
  for (const message of sent) expect(bodySchemaOf(message.type).safeParse(message).success).toBe(true);
  const before = receiver.received.length;
  const { admin, deliveries } = await connect(['person.deactivated'], org);
  await admin.post('/api/admin/people/bulk/preview', {
    action: 'deactivate',
    selection: { userIds: [org.colleague.userId] },
  });
  expect(await deliveries()).toEqual([]);
  expect(receiver.received).toHaveLength(before);
});

it('sends a delivery again with the same id, and sends pending deliveries when an endpoint is switched on', async () => {
  const { org, admin, secret, url, deliveries, endpoint } = await connect(['person.deactivated']);
  receiver.state.status = 500;
  await admin.patch(`/api/admin/people/${org.colleague.userId}`, { status: 'deactivated' });
  await until(async () => (await deliveries())[0]?.attempts === 1);
  const [failed] = await deliveries();
  await admin.patch(url, { isOn: false });
  expect(await admin.post(`/api/admin/webhooks/deliveries/${failed?.deliveryId}/replay`)).toMatchObject({
    status: 422,
  });
  expect(await endpoint()).toMatchObject({ state: 'off', waiting: 1 });
  receiver.state.status = 204;
  await admin.patch(url, { isOn: true });
  await until(async () => (await deliveries())[0]?.state === 'delivered');
  const { body: log } = await admin.get<AuditLog>('/api/admin/audit');
  expect(log.data.find(({ action }) => action === 'webhook.changed')?.changes).toEqual({
    host: { before: new URL(receiver.url).host, after: new URL(receiver.url).host },
    state: { before: 'off', after: 'on' },
  });
  const count = receiver.received.length;
  await admin.post(`/api/admin/webhooks/deliveries/${failed?.deliveryId}/replay`);
  await until(() => receiver.received.length > count);
  await until(async () => (await deliveries())[0]?.state === 'delivered');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([failed?.messageId]),
  );
  const last = receiver.received.at(-1);
  new Webhook(secret).verify(last?.body ?? '', last?.headers as Record<string, string>);
});

it('sends each message that waits for an endpoint once, in batches', async () => {
  const { org, admin, url, endpointId } = await connect(['person.deactivated']);
  await admin.patch(url, { isOn: false });
  await withTenant(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`insert into webhook_deliveries (tenant_id, id, endpoint_id, message_id, type, body, created_at, state)
      select ${org.tenantId}, lpad(n::text, 16, '0'), ${endpointId}, 'msg_' || n, 'person.deactivated', '{}', ${api.clock.now().toISOString()}, 'waiting'
      from generate_series(1, 1001) as n`),
  );
  const jobs: { name: string; payload: object }[] = [];
  await withTenant(api.pool, org.tenantId, async (tx) => {
    await tx.execute(sql`update webhook_endpoints set state = 'on' where id = ${endpointId}`);
    const enqueue: Jobs['enqueue'] = async (_tx, { name }, payload) => {
      jobs.push({ name, payload: payload as object });
      return null;
    };
    const context = { tx, jobs: { enqueue }, now: api.clock.now() };
    await resume(context, { endpointId, until: context.now.toISOString(), after: null });
    const next = jobs.pop();
    expect(next?.name).toBe('webhook-resume');
    // Between the batches, other jobs send a new message and retry an earlier one.
    const later = new Date(context.now.getTime() + 1_000).toISOString();
    await tx.execute(sql`insert into webhook_deliveries (tenant_id, id, endpoint_id, message_id, type, body, created_at, last_attempt_at, state)
      values (${org.tenantId}, 'new'||repeat('0', 13), ${endpointId}, 'msg_new', 'person.deactivated', '{}', ${later}, null, 'waiting'),
        (${org.tenantId}, 'retried'||repeat('0', 9), ${endpointId}, 'msg_retried', 'person.deactivated', '{}', ${context.now.toISOString()}, ${later}, 'waiting')`);
    await resume(context, next?.payload as Parameters<typeof resume>[1]);
  });
  const sent = jobs.map(({ payload }) => (payload as { deliveryId: string }).deliveryId);
  expect([sent.length, new Set(sent).size]).toEqual([1_001, 1_001]);
});

it('signs with both secrets for 1 day after a rotation', async () => {
  const { admin, secret, url, messages, endpoint } = await connect(['person.invited']);
  const { body } = await admin.post<{ secret: string }>(`${url}/secret`);
  expect(body.secret).not.toBe(secret);
  expect((await endpoint())?.formerSecretUntil).not.toBeNull();
  await admin.post(`${url}/test`);
  await messages(1);
  const { headers, body: text } = receiver.received[0] ?? { headers: {}, body: '' };
  for (const one of [secret, body.secret]) new Webhook(one).verify(text, headers as Record<string, string>);
  const { rows } = await api.pool.query('select * from webhook_endpoints');
  for (const one of [secret, body.secret]) expect(JSON.stringify(rows)).not.toContain(one);
  expect(api.lines.filter((line) => line.includes('whsec_'))).toEqual([]);
});

it('follows no redirect and calls no private address', async () => {
  const { admin, url, deliveries, attempt } = await connect(['person.invited']);
  Object.assign(receiver.state, { status: 302, headers: { location: `${receiver.url}/elsewhere` } });
  const { body: test } = await admin.post<WebhookDelivery>(`${url}/test`);
  await until(async () => (await deliveries())[0]?.attempts === 1);
  expect(await deliveries()).toMatchObject([{ state: 'waiting', status: 302 }]);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/in']);
  const send = createPublicFetch({ allowsLocal: false });
  expect(await attempt(test.deliveryId, { send })).toMatchObject({
    isDelivered: false,
    failure: 'The address is not public.',
  });
  expect(receiver.received).toHaveLength(1);
});

it('refuses invalid addresses and events', async () => {
  const { admin } = await connect(['person.invited']);
  for (const [body, field] of [
    [{ url: 'ftp://hooks.example', events: ['person.invited'] }, 'url'],
    [{ url: 'https://me:secret@hooks.example', events: ['person.invited'] }, 'url'],
    [{ url: 'none', events: ['person.invited'] }, 'url'],
    [{ url: receiver.url, events: [] }, 'events'],
    [{ url: receiver.url, events: ['person.renamed'] }, 'events.0'],
  ] as const)
    expect(await admin.post('/api/admin/webhooks', body)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
});

it('sends the events of an organisation only to its own endpoints', async () => {
  const ours = await connect(['person.deactivated']);
  const theirs = await connect(['person.deactivated']);
  await ours.admin.patch(`/api/admin/people/${ours.org.colleague.userId}`, { status: 'deactivated' });
  await ours.messages(1);
  expect(await theirs.deliveries()).toEqual([]);
  const [delivery] = await ours.deliveries();
  for (const answer of [
    await theirs.admin.get(`${ours.url}/deliveries`),
    await theirs.admin.post(`${ours.url}/test`),
    await theirs.admin.delete(ours.url),
    await theirs.admin.post(`/api/admin/webhooks/deliveries/${delivery?.deliveryId}/replay`),
  ])
    expect(answer.status).toBe(404);
});

// The last test, because it moves the clock by days.
it('retries with growing delays, and after 12 attempts switches the endpoint off and notifies administrators', async () => {
  const { org, admin, url, attempt } = await connect(['person.invited']);
  receiver.state.status = 503;
  const { body: test } = await admin.post<WebhookDelivery>(`${url}/test`);
  // The clock moves by more than the lifetime of an id token, so each read signs in again.
  const read = async () => {
    const signedIn = await api.as(org, org.admin);
    const { body } = await signedIn.get<Deliveries>(`${url}/deliveries`);
    const { endpoints } = (await signedIn.get<Webhooks>('/api/admin/webhooks')).body;
    return { delivery: body.data[0], endpoint: endpoints[0] };
  };
  await until(async () => (await read()).delivery?.attempts === 1);
  const started = Date.parse(test.createdAt);
  let last = started;
  let gap = 0;
  for (let n = 2; n <= MAX_ATTEMPTS; n++) {
    const { delivery } = await read();
    expect(delivery).toMatchObject({ state: 'waiting', status: 503, attempts: n - 1 });
    const next = Date.parse(delivery?.nextAttemptAt ?? '');
    expect(next - last).toBeGreaterThanOrEqual(gap);
    gap = next - last - 60_000;
    api.clock.pass(Math.max(0, next - api.clock.now().getTime()));
    last = api.clock.now().getTime();
    await attempt(test.deliveryId);
  }
  expect((last - started) / DAY_MS).toBeGreaterThan(4.5);
  expect((last - started) / DAY_MS).toBeLessThan(5.5);
  expect(await read()).toMatchObject({
    delivery: { state: 'failed', attempts: MAX_ATTEMPTS, nextAttemptAt: null },
    endpoint: { state: 'failed', failingSince: expect.any(String) },
  });
  expect(await attempt(test.deliveryId)).toBeNull();
  await until(() =>
    api.messaging.published.some(
      ({ channel, message }) =>
        channel === `notif_T${org.tenantId}_U${org.admin.userId}` &&
        message.notificationType === 'WEBHOOK_SWITCHED_OFF',
    ),
  );
}, 60_000);
