import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  bodySchemaOf,
  TEST_EVENT,
  webhookEvents,
  webhookEventTypes,
} from '#contract/administration/webhookEvents.ts';
import {
  type Deliveries,
  type DeliveriesQuery,
  MAX_ENDPOINTS,
  type NewWebhook,
  type WebhookChange,
  type WebhookDelivery,
  type WebhookEndpoint,
  type Webhooks,
} from '#contract/administration/webhooks.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import type { Actor, Audit, Changes } from '#server/administration/audit/index.ts';
import { lockAccessRules } from '#server/administration/peopleAdmin/index.ts';
import { and, asc, desc, eq, inArray, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import {
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
} from '#server/db/schema/webhooks.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { badRequest, notFound, notPossible } from '#server/http/httpError.ts';
import { isPublicAddress } from '#server/http/publicFetch.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { deliveryJob, type ResumePayload, resumeJob } from './deliveryJob.ts';
import { addDeliveries } from './publish.ts';

const FORMER_SECRET_MS = 24 * 60 * 60_000;
const PAGE = 25;
/** Number of messages that one transaction sends when an endpoint is switched on again. */
const MAX_RESUMED = 1_000;

type Stored = typeof endpoints.$inferSelect;

export interface WebhookContext {
  tx: TenantTransaction;
  audit: Pick<Audit, 'record'>;
  jobs: Pick<Jobs, 'enqueue'>;
  secretBox: SecretBox;
  allowsLocal: boolean;
  actor: Actor & { userId: number };
  now: Date;
}

type SendContext = Pick<WebhookContext, 'tx' | 'jobs' | 'now'>;

/** `whsec_` and 32 random bytes, the format of Standard Webhooks. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const catalogue: Webhooks['catalogue'] = webhookEventTypes.map((type) => ({
  type,
  summary: webhookEvents[type].summary,
  schema: JSON.stringify(z.toJSONSchema(bodySchemaOf(type)), null, 2),
}));

export async function readWebhooks(tx: TenantTransaction, now: Date): Promise<Webhooks> {
  const rows = await tx.select().from(endpoints).orderBy(asc(endpoints.createdAt), asc(endpoints.id));
  const waiting = await tx
    .select({ endpointId: deliveries.endpointId, count: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(eq(deliveries.state, 'waiting'))
    .groupBy(deliveries.endpointId);
  const counts = new Map(waiting.map(({ endpointId, count }) => [endpointId, count]));
  return { endpoints: rows.map((row) => present(row, counts.get(row.id) ?? 0, now)), catalogue };
}

const present = (row: Stored, waiting: number, now: Date): WebhookEndpoint => ({
  endpointId: row.id,
  url: row.url,
  events: row.events,
  state: row.state,
  failingSince: row.failingSince?.toISOString() ?? null,
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  waiting,
  secretCreatedAt: row.secretCreatedAt.toISOString(),
  formerSecretUntil:
    row.formerSecretUntil && row.formerSecretUntil > now ? row.formerSecretUntil.toISOString() : null,
});

/** Returns the secret, which cannot be shown again. */
export async function createEndpoint(context: WebhookContext, { url, events }: NewWebhook): Promise<string> {
  const { tx, secretBox, actor, now } = context;
  await lockAccessRules(tx);
  const address = requireAddress(url, context.allowsLocal);
  const existing = await tx.select({ id: endpoints.id }).from(endpoints);
  if (existing.length >= MAX_ENDPOINTS)
    throw notPossible(`An organisation has at most ${MAX_ENDPOINTS} endpoints. Remove one first.`);
  const secret = newSecret();
  await tx.insert(endpoints).values({
    tenantId: tx.tenantId,
    id: newId(),
    url: address,
    events: [...new Set(events)],
    secret: secretBox.encrypt(tx.tenantId, secret),
    secretCreatedAt: now,
    state: 'on',
    createdBy: actor.userId,
    createdAt: now,
  });
  await record(context, 'webhook.created', { host: { before: null, after: hostOf(address) } });
  return secret;
}

export async function changeEndpoint(
  context: WebhookContext,
  endpointId: string,
  { url, events, isOn }: WebhookChange,
): Promise<void> {
  const { tx } = context;
  const endpoint = await lockEndpoint(tx, endpointId);
  const address = url === undefined ? endpoint.url : requireAddress(url, context.allowsLocal);
  const types = events === undefined ? endpoint.events : [...new Set(events)];
  const state = isOn === undefined ? endpoint.state : isOn ? 'on' : 'off';
  const changes: Changes = {
    ...(types.join() !== endpoint.events.join() && {
      events: { before: endpoint.events.join(', '), after: types.join(', ') },
    }),
    ...(state !== endpoint.state && { state: { before: endpoint.state, after: state } }),
  };
  if (address === endpoint.url && Object.keys(changes).length === 0) return;
  const isResumed = state === 'on' && endpoint.state !== 'on';
  await tx
    .update(endpoints)
    .set({ url: address, events: types, state, ...(isResumed && { failingSince: null }) })
    .where(eq(endpoints.id, endpointId));
  if (isResumed) await resume(context, { endpointId, until: context.now.toISOString(), after: null });
  // The host is recorded even if it stays the same, because it names the endpoint.
  const host = { before: hostOf(endpoint.url), after: hostOf(address) };
  await record(context, 'webhook.changed', { host, ...changes });
}

/** Sends the waiting messages of an endpoint that is on, the oldest first. A job continues after the first ones. */
export async function resume(
  context: SendContext,
  { endpointId, until, after }: ResumePayload,
): Promise<void> {
  const { tx, jobs } = context;
  const [endpoint] = await tx.select().from(endpoints).where(eq(endpoints.id, endpointId));
  if (endpoint?.state !== 'on') return;
  const rows = await tx
    .select({ deliveryId: deliveries.id, createdAt: deliveries.createdAt })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpointId, endpointId),
        eq(deliveries.state, 'waiting'),
        sql`${deliveries.createdAt} <= ${until}::timestamptz
          and (${deliveries.lastAttemptAt} is null or ${deliveries.lastAttemptAt} <= ${until}::timestamptz)`,
        after
          ? sql`(${deliveries.createdAt}, ${deliveries.id}) > (${after.createdAt}::timestamptz, ${after.deliveryId})`
          : undefined,
      ),
    )
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
    .limit(MAX_RESUMED);
  await sendAgain(
    context,
    rows.map(({ deliveryId }) => deliveryId),
  );
  const last = rows.at(-1);
  if (last && rows.length === MAX_RESUMED)
    await jobs.enqueue(tx, resumeJob, {
      endpointId,
      until,
      after: { deliveryId: last.deliveryId, createdAt: last.createdAt.toISOString() },
    });
}

export const registerResumeJob = (
  jobs: Pick<Jobs, 'register' | 'enqueue'>,
  { pool, now }: { pool: Pool; now: () => Date },
) =>
  jobs.register(resumeJob, ({ tenantId, payload }) =>
    withTenant(pool, tenantId, (tx) => resume({ tx, jobs, now: now() }, payload)),
  );

/** The deliveries wait for their first attempt again. */
async function sendAgain({ tx, jobs, now }: SendContext, ids: string[]) {
  if (ids.length === 0) return;
  await tx
    .update(deliveries)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(inArray(deliveries.id, ids));
  for (const deliveryId of ids)
    await jobs.enqueue(tx, deliveryJob, { deliveryId }, { singletonKey: `${deliveryId}/again-${newId()}` });
}

export async function deleteEndpoint(context: WebhookContext, endpointId: string): Promise<void> {
  const { url } = await lockEndpoint(context.tx, endpointId);
  await context.tx.delete(endpoints).where(eq(endpoints.id, endpointId));
  await record(context, 'webhook.deleted', { host: { before: hostOf(url), after: null } });
}

/** For 1 day, messages are signed with both secrets. Returns the new one. */
export async function rotateSecret(context: WebhookContext, endpointId: string): Promise<string> {
  const { tx, secretBox, now } = context;
  const endpoint = await lockEndpoint(tx, endpointId);
  const secret = newSecret();
  await tx
    .update(endpoints)
    .set({
      secret: secretBox.encrypt(tx.tenantId, secret),
      secretCreatedAt: now,
      formerSecret: endpoint.secret,
      formerSecretUntil: new Date(now.getTime() + FORMER_SECRET_MS),
    })
    .where(eq(endpoints.id, endpointId));
  await record(context, 'webhook.secret-rotated', { host: { before: null, after: hostOf(endpoint.url) } });
  return secret;
}

/** Sends a test event to the endpoint. */
export async function sendTest(context: WebhookContext, endpointId: string): Promise<WebhookDelivery> {
  const endpoint = await lockEndpoint(context.tx, endpointId);
  if (endpoint.state !== 'on') throw notPossible('Switch this endpoint on before you send a test event.');
  const [id = ''] = await addDeliveries(context, [endpointId], TEST_EVENT, {
    type: TEST_EVENT,
    timestamp: context.now.toISOString(),
    data: {},
  });
  return readDelivery(context.tx, id);
}

/** Sends a delivery again, with the same message id. */
export async function replay(context: WebhookContext, deliveryId: string): Promise<WebhookDelivery> {
  const { tx } = context;
  const { endpointId } = await findDelivery(tx, deliveryId);
  const endpoint = await lockEndpoint(tx, endpointId);
  if (endpoint.state !== 'on') throw notPossible('Switch this endpoint on before you send a message again.');
  await sendAgain(context, [deliveryId]);
  return readDelivery(tx, deliveryId);
}

export async function readDeliveries(
  tx: TenantTransaction,
  endpointId: string,
  { state, after }: DeliveriesQuery,
): Promise<Deliveries> {
  const [endpoint] = await tx
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(eq(endpoints.id, endpointId));
  if (!endpoint) throw notFound();
  const last = after === undefined ? null : await findDelivery(tx, after);
  const rows = await tx
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpointId, endpointId),
        state === undefined ? undefined : eq(deliveries.state, state),
        last
          ? sql`(${deliveries.createdAt}, ${deliveries.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id})`
          : undefined,
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  return { data: page.map(presentDelivery), next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
}

async function findDelivery(tx: TenantTransaction, id: string) {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id));
  if (!row) throw notFound();
  return row;
}
const readDelivery = async (tx: TenantTransaction, id: string) => presentDelivery(await findDelivery(tx, id));

const presentDelivery = (row: typeof deliveries.$inferSelect): WebhookDelivery => ({
  deliveryId: row.id,
  type: row.type,
  messageId: row.messageId,
  createdAt: row.createdAt.toISOString(),
  state: row.state,
  attempts: row.attempts,
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  status: row.status,
  failure: row.failure,
  durationMs: row.durationMs,
  body: row.body,
});

async function lockEndpoint(tx: TenantTransaction, id: string): Promise<Stored> {
  const [endpoint] = await tx.select().from(endpoints).where(eq(endpoints.id, id)).for('update');
  if (!endpoint) throw notFound();
  return endpoint;
}

const hostOf = (url: string) => new URL(url).host;

function requireAddress(text: string, allowsLocal: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol === 'https:' || (allowsLocal && url.protocol === 'http:')))
    throw badRequest({ url: 'must be an address that starts with https://' });
  if (url.username || url.password || url.hash)
    throw badRequest({ url: 'must be an address without a user name or #' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':');
  if (!allowsLocal && (host === 'localhost' || (isAddress && !isPublicAddress(host))))
    throw badRequest({ url: 'must be a public address' });
  return url.href;
}

/** The log contains only the host, because the rest of an address can contain a secret. */
const record = (
  { tx, audit, actor }: WebhookContext,
  action: 'webhook.created' | 'webhook.changed' | 'webhook.deleted' | 'webhook.secret-rotated',
  changes: Changes,
) => audit.record(tx, actor, { action, subject: { type: 'organisation', id: tx.tenantId }, changes });
