import { bodySchemaOf, type WebhookEvent } from '#contract/administration/webhookEvents.ts';
import { and, arrayContains, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import {
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
} from '#server/db/schema/webhooks.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { deliveryJob } from './deliveryJob.ts';

/** Adds events in the transaction that causes them. They are sent after its commit. */
export type PublishEvents = (tx: TenantTransaction, ...events: WebhookEvent[]) => Promise<void>;

/** Each endpoint with this event gets its own delivery, which a job sends. */
export const createPublishEvents =
  ({ jobs, now }: { jobs: Pick<Jobs, 'enqueue'>; now: () => Date }): PublishEvents =>
  async (tx, ...events) => {
    const types = [...new Set(events.map(({ type }) => type))];
    for (const type of types) {
      const targets = await tx
        .select({ id: endpoints.id })
        .from(endpoints)
        .where(and(eq(endpoints.state, 'on'), arrayContains(endpoints.events, [type])));
      for (const event of targets.length > 0 ? events.filter((one) => one.type === type) : [])
        await addDeliveries(
          { tx, jobs, now: now() },
          targets.map(({ id }) => id),
          type,
          // Only the fields of the schema leave the server.
          bodySchemaOf(type).parse({ ...event, timestamp: now().toISOString() }),
        );
    }
  };

interface AddContext {
  tx: TenantTransaction;
  jobs: Pick<Jobs, 'enqueue'>;
  now: Date;
}

/** The same message for each endpoint. Returns the ids of the deliveries. */
export async function addDeliveries(
  { tx, jobs, now }: AddContext,
  endpointIds: readonly string[],
  type: string,
  body: object,
): Promise<string[]> {
  const messageId = `msg_${newId()}`;
  const rows = endpointIds.map((endpointId) => ({
    tenantId: tx.tenantId,
    id: newId(),
    endpointId,
    messageId,
    type,
    body: JSON.stringify(body),
    createdAt: now,
    state: 'waiting' as const,
    nextAttemptAt: now,
  }));
  await tx.insert(deliveries).values(rows);
  for (const { id } of rows)
    await jobs.enqueue(tx, deliveryJob, { deliveryId: id }, { singletonKey: `${id}/0` });
  return rows.map(({ id }) => id);
}
