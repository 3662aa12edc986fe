import { boolean, integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const signOnSettings = pgTable('sign_on_settings', {
  tenantId: tenantId().primaryKey(),
  issuer: text('issuer').notNull(),
  clientId: text('client_id').notNull(),
  clientSecret: text('client_secret').notNull(),
  secretSavedAt: instant('secret_saved_at').notNull(),
  providerVersion: integer('provider_version').notNull().default(1),
  testedVersion: integer('tested_version'),
  testedAt: instant('tested_at'),
  mode: text('mode', { enum: ['off', 'allowed', 'enforced'] }).notNull(),
  emergencyAdminId: integer('emergency_admin_id'),
  createsPeople: boolean('creates_people').notNull(),
  version: integer('version').notNull().default(1),
  changedBy: integer('changed_by'),
  changedAt: instant('changed_at'),
});

export const signOnGroups = pgTable(
  'sign_on_groups',
  {
    tenantId: tenantId(),
    position: integer('position').notNull(),
    groupName: text('group_name').notNull(),
    departmentId: integer('department_id'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.position] })],
);

export const domainClaims = pgTable(
  'domain_claims',
  {
    tenantId: tenantId(),
    domain: text('domain').notNull(),
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.domain] })],
);

export const signOnIdentities = pgTable(
  'sign_on_identities',
  {
    tenantId: tenantId(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.issuer, table.subject] })],
);

export const signOnAttempts = pgTable('sign_on_attempts', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  purpose: text('purpose', { enum: ['sign-in', 'test'] }).notNull(),
  startedBy: integer('started_by'),
  stateHash: bytes('state_hash').notNull(),
  browserHash: bytes('browser_hash').notNull(),
  nonce: text('nonce').notNull(),
  verifier: text('verifier').notNull(),
  providerVersion: integer('provider_version').notNull(),
  target: text('target'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  userId: integer('user_id'),
  handoffHash: bytes('handoff_hash'),
  handedOverAt: instant('handed_over_at'),
  result: text('result'),
});
