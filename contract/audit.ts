import * as z from 'zod/mini';
import { participantSchema } from './programs.ts';
import { instant } from './text.ts';

/** What administrators and the system do, and the reads of confidential data. Each has a text on the screen of the log. */
export const auditActions = [
  'person.invited',
  'person.invitation-resent',
  'person.invitation-revoked',
  'person.activated',
  'person.changed',
  'person.deactivated',
  'person.reactivated',
  'person.password-reset-sent',
  'person.password-changed',
  'person.unlocked',
  'department.created',
  'department.changed',
  'department.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** GET /api/admin/audit: the newest entries first. `before` is the `seq` after which the page starts. */
export const auditQuerySchema = z.object({
  before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'is not a sequence number'))),
  action: z.optional(z.enum(auditActions)),
  actorId: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,9}$/, 'is not a user id'))),
  userId: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,9}$/, 'is not a user id'))),
});

/** The fields of a person or department that an entry can record, each with its value before and after. */
const change = z.object({ before: z.unknown(), after: z.unknown() });
export const auditEntrySchema = z.object({
  seq: z.int(),
  at: instant,
  /** Null: the system. */
  actor: z.nullable(participantSchema),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  changes: z.record(z.string(), change),
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export const auditLogSchema = z.object({
  data: z.array(auditEntrySchema),
  /** The `before` of the next page; null on the last one. */
  next: z.nullable(z.int()),
  /** The first entry whose hash does not match, or null. */
  brokenAt: z.nullable(z.int()),
});
export type AuditLog = z.infer<typeof auditLogSchema>;
