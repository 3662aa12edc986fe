import { integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastReadAt: instant('last_read_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const calendarSources = pgTable(
  'calendar_sources',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    address: text('address'),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
    triedAt: instant('tried_at'),
    failure: text('failure'),
    times: integer('times').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const calendarBusy = pgTable(
  'calendar_busy',
  {
    tenantId: tenantId(),
    sourceId: text('source_id').notNull(),
    userId: integer('user_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sourceId, table.startsAt] })],
);
