import { integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const directoryTokens = pgTable(
  'directory_tokens',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    createdBy: integer('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const directoryPeople = pgTable(
  'directory_people',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    userName: text('user_name'),
    externalId: text('external_id'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const directoryGroups = pgTable(
  'directory_groups',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    displayName: text('display_name').notNull(),
    externalId: text('external_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const directoryMembers = pgTable(
  'directory_members',
  {
    tenantId: tenantId(),
    groupId: text('group_id').notNull(),
    userId: integer('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.groupId, table.userId] })],
);

export const directoryErrors = pgTable(
  'directory_errors',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    tokenId: text('token_id').notNull(),
    request: text('request').notNull(),
    userId: integer('user_id'),
    groupId: text('group_id'),
    sentName: text('sent_name'),
    status: integer('status').notNull(),
    detail: text('detail').notNull(),
    times: integer('times').notNull().default(1),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
