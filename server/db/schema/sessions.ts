import { bigint, integer, pgTable, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const sessions = pgTable('sessions', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
  revokedBecause: text('revoked_because', { enum: ['sign-out', 'reuse'] }),
});

export const refreshTokens = pgTable('refresh_tokens', {
  hash: bytes('hash').primaryKey(),
  tenantId: tenantId(),
  sessionId: text('session_id').notNull(),
  createdAt: instant('created_at').notNull(),
  replacedAt: instant('replaced_at'),
  successorHash: bytes('successor_hash'),
});

export const messagingTokens = pgTable('messaging_tokens', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  sessionId: text('session_id').notNull(),
  token: text('token').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const signInFailures = pgTable('sign_in_failures', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  at: instant('at').notNull(),
});
