import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { WebhookEvent } from '#contract/administration/webhookEvents.ts';
import type { NewWebhook } from '#contract/administration/webhooks.ts';
import { createAccountLinks } from '#server/access/accountLinks/index.ts';
import {
  authenticateDirectory,
  createGroup,
  createToken,
  createUser,
  type DirectoryContext,
  keepError,
} from '#server/access/directory/index.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { createAudit } from '#server/administration/audit/index.ts';
import {
  attemptDelivery,
  changeEndpoint,
  createEndpoint,
  createPublishEvents,
} from '#server/administration/webhooks/index.ts';
import { eq, isNotNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import {
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
} from '#server/db/schema/webhooks.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import type { OrganisationRows } from './organisationRows.ts';

/** The IP addresses of the administrators and of the directory. */
const OFFICE = '203.0.113.24';
const DIRECTORY = '198.51.100.20';
/** How long an endpoint takes to answer. */
const ANSWER_MS = 15;
const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/**
 * Other systems of the demo organisation: a directory that manages some people, an endpoint with delivered messages,
 * and one that did not answer and was switched off. The product's own functions create them with a clock in the past;
 * only the responses of the endpoints are made up.
 */
export async function seedIntegrations(
  pool: Pool,
  { rows, key, now }: { rows: OrganisationRows; key: Buffer; now: Date },
): Promise<void> {
  let clock = new Date(now.getTime() - 8 * HOUR_MS);
  const pass = (ms: number) => {
    clock = new Date(clock.getTime() + ms);
    return clock;
  };
  const seed: Seed = {
    pool,
    rows,
    key,
    pass,
    clock: () => clock,
    audit: createAudit({ key, now: () => pass(7_000) }),
    inTenant: (work) => withTenant(pool, rows.tenant.id, work),
    byAdmin: (tx) => {
      const userId = rows.users.find(({ email }) => email.startsWith('admin@'))?.id ?? 0;
      return { tx, audit: seed.audit, actor: { userId, requestId: newId(), address: OFFICE }, now: clock };
    },
  };
  await seedDirectory(seed);
  await seedWebhooks(seed);
}

interface Seed {
  pool: Pool;
  rows: OrganisationRows;
  key: Buffer;
  pass: (ms: number) => Date;
  clock: () => Date;
  audit: ReturnType<typeof createAudit>;
  inTenant: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  byAdmin: (tx: TenantTransaction) => {
    tx: TenantTransaction;
    audit: Seed['audit'];
    actor: { userId: number; requestId: string; address: string };
    now: Date;
  };
}

const SERVICE_DESK = ['callum.fraser', 'fatima.elidrissi', 'mohammed.alotaibi'];
const peopleOf = ({ rows }: Seed, mailboxes: readonly string[]) =>
  rows.users.filter(({ email }) => mailboxes.includes(email.split('@')[0] ?? ''));

/** A directory with a group of people, and a person whom it could not add. */
async function seedDirectory(seed: Seed) {
  const { pool, key, clock, pass, audit, inTenant } = seed;
  const token = await inTenant((tx) => createToken(seed.byAdmin(tx), 'Entra ID'));
  pass(HOUR_MS);
  const authenticate = () => authenticateDirectory({ pool, now: clock }, `Bearer ${token}`);
  let caller = await authenticate();
  const accountLinks = createAccountLinks({ pool, key, now: clock, wake: () => {} });
  const byDirectory = (tx: TenantTransaction): DirectoryContext => ({
    tx,
    audit,
    accountLinks,
    jobs: null,
    actor: { userId: null, requestId: newId(), address: DIRECTORY, directoryToken: caller.tokenId },
    now: clock(),
  });
  const add = (person: { email: string; firstName: string; lastName: string; title?: string | null }) =>
    inTenant((tx) =>
      createUser(byDirectory(tx), {
        ...person,
        title: person.title ?? null,
        userName: person.email,
        externalId: newId(),
        active: true,
        managerId: undefined,
      }),
    );
  const people = peopleOf(seed, SERVICE_DESK);
  for (const { email, firstName, lastName, title } of people)
    await add({ email, firstName, lastName, title: title ?? null });
  const members = people.map(({ id }) => id ?? 0);
  const group = { displayName: 'service-desk-all', externalId: undefined, members };
  await inTenant((tx) => createGroup(byDirectory(tx), group));
  const temporary = { email: 'noor.bakker@temps.example', firstName: 'Noor', lastName: 'Bakker' };
  for (const _time of [1, 2, 3]) {
    pass(40 * MINUTE_MS);
    caller = await authenticate();
    await add(temporary).catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      const request = { method: 'POST', route: '/Users', id: undefined, body: { userName: temporary.email } };
      return keepError({ pool, now: clock }, caller, { ...request, status: 400, detail: error.message });
    });
  }
}

/** Messages of 2 endpoints. Adds no jobs: pending messages are sent when the endpoint is switched on. */
async function seedWebhooks(seed: Seed) {
  const { pool, key, clock, pass, audit, inTenant } = seed;
  const jobs = { enqueue: async () => null };
  const secretBox = createSecretBox(key);
  const context = (tx: TenantTransaction) => ({ ...seed.byAdmin(tx), jobs, secretBox, allowsLocal: false });
  const add = (endpoint: NewWebhook) => inTenant((tx) => createEndpoint(context(tx), endpoint));
  const publish = createPublishEvents({ jobs, now: clock });
  const deps = { pool, jobs, audit, secretBox, wakeOutbox: () => {}, now: clock };
  const deliver = async (answer: () => Response) => {
    const waiting = await inTenant((tx) =>
      tx.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.state, 'waiting')),
    );
    for (const { id: deliveryId } of waiting)
      await attemptDelivery(
        { ...deps, send: () => delay(ANSWER_MS).then(answer) },
        { tenantId: seed.rows.tenant.id, deliveryId, signal: new AbortController().signal },
      );
  };
  const tell = (...events: WebhookEvent[]) => inTenant((tx) => publish(tx, ...events));

  const completed = seed.rows.enrolments
    .slice(0, 3)
    .map(
      ({ userId, programId }): WebhookEvent => ({ type: 'program.completed', data: { userId, programId } }),
    );
  const delivered = () => new Response(null, { status: 204 });
  await add({
    url: 'https://hr.demo.example/hooks/trellis',
    events: ['program.completed', 'person.deactivated'],
  });
  await tell(...completed.slice(0, 2));
  await deliver(delivered);
  pass(25 * MINUTE_MS);
  await tell(...completed.slice(2));
  await deliver(() => new Response(null, { status: 503 }));
  pass(5_000);
  await deliver(delivered);

  pass(10 * MINUTE_MS);
  await add({ url: 'https://payroll.demo.example/trellis', events: ['person.invited'] });
  const [invited] = peopleOf(seed, SERVICE_DESK);
  await tell({ type: 'person.invited', data: { userId: invited?.id ?? 0 } });
  for (const _attempt of [1, 2]) {
    await deliver(() => {
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    });
    pass(30_000);
  }
  await inTenant(async (tx) => {
    const [failing] = await tx
      .select({ id: endpoints.id })
      .from(endpoints)
      .where(isNotNull(endpoints.failingSince));
    if (failing) await changeEndpoint(context(tx), failing.id, { isOn: false });
  });
}
