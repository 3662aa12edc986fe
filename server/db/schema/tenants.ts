import { boolean, integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const tenants = pgTable('tenants', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  userPoolId: text('user_pool_id').notNull(),
  clientId: text('client_id').notNull(),
  status: text('status', { enum: ['active', 'suspended'] })
    .notNull()
    .default('active'),
  analyticsConsent: boolean('analytics_consent').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** An organisation's chats are encrypted if it has a row. The newest row encrypts. */
export const cipherKeys = pgTable(
  'cipher_keys',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    key: text('key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const tenantDomains = pgTable('tenant_domains', {
  domain: text('domain').primaryKey(),
  tenantId: tenantId(),
  /** Null: the operator assigned the domain. */
  verifiedAt: instant('verified_at'),
});

/** The one-time addresses for creating the first organisation. */
export const setupTokens = pgTable('setup_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});
