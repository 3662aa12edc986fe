import { integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const coachingKeys = pgTable(
  'coaching_keys',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    publicKey: text('public_key').notNull(),
    wrappedKey: text('wrapped_key').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const coachingKeyPasskeys = pgTable(
  'coaching_key_passkeys',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    wrappedKey: text('wrapped_key').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.credentialId] })],
);

export const coachingAgreements = pgTable(
  'coaching_agreements',
  {
    tenantId: tenantId(),
    learnerId: integer('learner_id').notNull(),
    peerId: integer('peer_id').notNull(),
    userId: integer('user_id').notNull(),
    rules: integer('rules').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.learnerId, table.peerId, table.userId, table.rules] }),
  ],
);

export const coachingDocuments = pgTable('coaching_documents', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  sessionId: text('session_id').notNull(),
  ownerId: integer('owner_id'),
  version: integer('version').notNull(),
  snapshot: text('snapshot').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const coachingEnvelopes = pgTable(
  'coaching_envelopes',
  {
    tenantId: tenantId(),
    documentId: text('document_id').notNull(),
    userId: integer('user_id').notNull(),
    publicKey: text('public_key').notNull(),
    envelope: text('envelope').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.documentId, table.userId] })],
);

export const coachingRooms = pgTable(
  'coaching_rooms',
  {
    tenantId: tenantId(),
    sessionId: text('session_id').notNull(),
    metAt: instant('met_at'),
    countedAt: instant('counted_at'),
    togetherSeconds: integer('together_seconds').notNull().default(0),
    finishedAt: instant('finished_at'),
    finishedBy: integer('finished_by'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sessionId] })],
);

export const coachingAttendance = pgTable(
  'coaching_attendance',
  {
    tenantId: tenantId(),
    sessionId: text('session_id').notNull(),
    userId: integer('user_id').notNull(),
    joinedAt: instant('joined_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    leftAt: instant('left_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sessionId, table.userId] })],
);

export const coachingFeedback = pgTable(
  'coaching_feedback',
  {
    tenantId: tenantId(),
    sessionId: text('session_id').notNull(),
    userId: integer('user_id').notNull(),
    listened: integer('listened').notNull(),
    chosen: integer('chosen').notNull(),
    nextStep: integer('next_step').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sessionId, table.userId] })],
);
