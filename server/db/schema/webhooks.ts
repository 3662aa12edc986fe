import { integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    url: text('url').notNull(),
    events: text('events').array().notNull(),
    secret: text('secret').notNull(),
    secretCreatedAt: instant('secret_created_at').notNull(),
    formerSecret: text('former_secret'),
    formerSecretUntil: instant('former_secret_until'),
    state: text('state', { enum: ['on', 'off', 'failed'] }).notNull(),
    failingSince: instant('failing_since'),
    lastSuccessAt: instant('last_success_at'),
    createdBy: integer('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    endpointId: text('endpoint_id').notNull(),
    messageId: text('message_id').notNull(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
    nextAttemptAt: instant('next_attempt_at'),
    status: integer('status'),
    failure: text('failure'),
    durationMs: integer('duration_ms'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
