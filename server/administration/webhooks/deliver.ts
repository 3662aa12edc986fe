import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { SecretBox } from '#server/access/signOn/index.ts';
import type { Audit } from '#server/administration/audit/index.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import {
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
} from '#server/db/schema/webhooks.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { deliveryJob } from './deliveryJob.ts';
import { type Outcome, type SendRequest, sendMessage } from './sendMessage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Delays after failed attempts: 12 attempts in almost 5 days. */
const DELAYS_MS = [
  5_000,
  30_000,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  36 * HOUR,
  36 * HOUR,
];

export interface DeliverDeps {
  pool: Pool;
  jobs: Pick<Jobs, 'enqueue'>;
  audit: Pick<Audit, 'record'>;
  secretBox: SecretBox;
  send: SendRequest;
  wakeOutbox: () => void;
  now: () => Date;
}

export const registerDeliveryJob = (
  jobs: Pick<Jobs, 'register' | 'enqueue'>,
  deps: DeliverDeps,
  log: Pick<FastifyBaseLogger, 'warn'>,
) =>
  jobs.register(deliveryJob, async ({ tenantId, payload: { deliveryId }, signal }) => {
    const outcome = await attemptDelivery(deps, { tenantId, deliveryId, signal });
    if (outcome && !outcome.isDelivered)
      log.warn({ tenantId, deliveryId, status: outcome.status, failure: outcome.failure }, 'webhook failed');
  });

/** Sends a due delivery, and stores the result. Null if it is no longer pending. */
export async function attemptDelivery(
  deps: DeliverDeps,
  { tenantId, deliveryId, signal }: { tenantId: number; deliveryId: string; signal: AbortSignal },
): Promise<Outcome | null> {
  const { pool, now } = deps;
  const found = await readTenant(pool, tenantId, async (tx) => {
    const [row] = await tx
      .select({ delivery: deliveries, endpoint: endpoints })
      .from(deliveries)
      .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
      .where(and(eq(deliveries.id, deliveryId), eq(deliveries.state, 'waiting'), eq(endpoints.state, 'on')));
    return row ?? null;
  });
  if (!found) return null;
  const { delivery, endpoint } = found;
  const at = now();
  const secrets = [
    endpoint.secret,
    ...(endpoint.formerSecret && endpoint.formerSecretUntil && endpoint.formerSecretUntil > at
      ? [endpoint.formerSecret]
      : []),
  ].map((secret) => deps.secretBox.decrypt(tenantId, secret));
  const readable = secrets.filter((secret) => secret !== null);
  const outcome: Outcome =
    readable.length === 0
      ? {
          isDelivered: false,
          status: null,
          failure: 'The secret can no longer be read. Rotate it.',
          durationMs: 0,
        }
      : await sendMessage(
          deps.send,
          { url: endpoint.url, messageId: delivery.messageId, body: delivery.body, secrets: readable, at },
          signal,
        );
  const isSwitchedOff = await withTenant(pool, tenantId, (tx) => store(deps, tx, deliveryId, outcome));
  if (isSwitchedOff) deps.wakeOutbox();
  return outcome;
}

/** Returns whether the endpoint was switched off. */
async function store(
  { jobs, audit, now }: DeliverDeps,
  tx: TenantTransaction,
  deliveryId: string,
  { isDelivered, status, failure, durationMs }: Outcome,
): Promise<boolean> {
  const at = now();
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId)).for('update');
  if (delivery?.state !== 'waiting') return false;
  const [endpoint] = await tx
    .select()
    .from(endpoints)
    .where(eq(endpoints.id, delivery.endpointId))
    .for('update');
  if (!endpoint) return false;
  const attempts = delivery.attempts + 1;
  const delay = DELAYS_MS[attempts - 1];
  const next = isDelivered || delay === undefined ? null : new Date(at.getTime() + delay);
  await tx
    .update(deliveries)
    .set({
      attempts,
      lastAttemptAt: at,
      nextAttemptAt: next,
      status,
      failure,
      durationMs,
      state: isDelivered ? 'delivered' : next ? 'waiting' : 'failed',
    })
    .where(eq(deliveries.id, deliveryId));
  if (isDelivered) {
    await tx
      .update(endpoints)
      .set({ failingSince: null, lastSuccessAt: at })
      .where(eq(endpoints.id, endpoint.id));
    return false;
  }
  const failingSince = endpoint.failingSince ?? at;
  // One refused message does not stop an endpoint that accepts other messages.
  const isGone = next === null && failingSince <= (delivery.lastAttemptAt ?? at);
  await tx
    .update(endpoints)
    .set({ failingSince, ...(isGone && { state: 'failed' as const }) })
    .where(eq(endpoints.id, endpoint.id));
  if (next)
    await jobs.enqueue(
      tx,
      deliveryJob,
      { deliveryId },
      { startAfter: next, singletonKey: `${deliveryId}/${attempts}` },
    );
  if (!isGone || endpoint.state !== 'on') return false;
  await tellAdmins(tx, endpoint, at);
  await audit.record(
    tx,
    { userId: null, requestId: null, address: null },
    {
      action: 'webhook.switched-off',
      subject: { type: 'organisation', id: tx.tenantId },
      changes: { host: { before: null, after: new URL(endpoint.url).host } },
    },
  );
  return true;
}

async function tellAdmins(tx: TenantTransaction, { id, url }: typeof endpoints.$inferSelect, at: Date) {
  const admins = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, 'active')));
  await enqueueNotifications(
    tx,
    admins.map(({ userId }) => ({
      receiverId: userId,
      dedupeKey: `webhook:${id}:${at.getTime()}:${userId}`,
      body: {
        notificationType: 'WEBHOOK_SWITCHED_OFF',
        payload: { extraPayload: { host: new URL(url).host } },
      },
    })),
    at,
  );
}
