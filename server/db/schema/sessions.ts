import { bigint, doublePrecision, integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const sessions = pgTable('sessions', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
  revokedBecause: text('revoked_because', {
    enum: ['sign-out', 'reuse', 'deactivated', 'password-changed', 'signed-out-elsewhere'],
  }),
  userAgent: text('user_agent'),
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

export const signInDelays = pgTable('sign_in_delays', {
  key: text('key').primaryKey(),
  failures: doublePrecision('failures').notNull(),
  countedAt: instant('counted_at').notNull(),
  nextAt: instant('next_at').notNull(),
});

export const accountLinks = pgTable('account_links', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  purpose: text('purpose', { enum: ['unlock', 'invitation', 'password-reset'] }).notNull(),
  tokenHash: bytes('token_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  notBefore: instant('not_before').notNull(),
  attempts: integer('attempts').notNull().default(0),
  leasedUntil: instant('leased_until'),
  mailEndedAt: instant('mail_ended_at'),
  mailOutcome: text('mail_outcome', { enum: ['sent', 'dropped', 'refused'] }),
  revokedAt: instant('revoked_at'),
  createdBy: integer('created_by'),
  requestId: text('request_id'),
  traceparent: text('traceparent'),
});

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').notNull(),
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    lastChallengeAt: instant('last_challenge_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
