import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { instant } from '#contract/text.ts';

/**
 * Changes by administrators and the system, and reads of confidential data. The audit log screen has a text for each.
 */
export const auditActions = [
  'organisation.created',
  'organisation.changed',
  'mail.tested',
  'people.exported',
  'person.invited',
  'person.invitation-resent',
  'person.invitation-revoked',
  'person.activated',
  'person.provisioned',
  'person.changed',
  'person.deactivated',
  'person.reactivated',
  'person.password-reset-sent',
  'person.password-changed',
  'person.unlocked',
  'person.export-requested',
  'person.erasure-requested',
  'person.erasure-cancelled',
  'person.erased',
  'person.passkey-added',
  'person.passkey-removed',
  'department.created',
  'department.changed',
  'department.merged',
  'department.deleted',
  'person.created',
  'people.imported',
  'people.import-reverted',
  'audit.exported',
  'sign-on.changed',
  'sign-on.tested',
  'sign-on.domain-added',
  'sign-on.domain-verified',
  'sign-on.domain-removed',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret-rotated',
  'webhook.switched-off',
  'directory.token-created',
  'directory.token-revoked',
  'directory.group-created',
  'directory.group-changed',
  'directory.group-deleted',
  'person.directory-connected',
  'person.directory-removed',
  'topic.created',
  'topic.published',
  'topic.retired',
  'topic.restored',
  'program.created',
  'program.launched',
  'program.returned',
  'program.changed',
  'program.paused',
  'program.resumed',
  'program.archived',
  'program.restored',
  'program.reminded',
  'program.figures-exported',
  'survey.created',
  'survey.changed',
  'survey.scheduled',
  'survey.unscheduled',
  'survey.opened',
  'survey.closed',
  'survey.released',
  'survey.archived',
  'survey.results-read',
  'survey.results-exported',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The fields of changes in entries. The audit log screen has a label for each. */
export const auditFields = [
  'status',
  'isAdmin',
  'mayAuthor',
  'managerId',
  'departmentId',
  'headId',
  'parentId',
  'mergedIntoId',
  'coachOf',
  'plannedSessions',
  'emailAddress',
  'firstName',
  'lastName',
  'title',
  'name',
  'created',
  'updated',
  'refused',
  'departments',
  'programs',
  'surveys',
  'people',
  'entries',
  'figures',
  'host',
  'events',
  'group',
  'displayName',
  'userName',
  'externalId',
  'token',
  'members',
  'domain',
  'issuer',
  'clientId',
  'clientSecret',
  'groups',
  'createsPeople',
  'emergencyAdminId',
  'result',
  'analyticsConsent',
  'outcome',
  'accent',
  'logo',
  'signInText',
  'timeZone',
  'locale',
  'quietHours',
  'checkInCadence',
  'managersMayLaunch',
  'minGroupSize',
  'mailRecordDays',
  'linkRecordDays',
  'checkInDays',
  'deactivatedDays',
  'topicVersion',
  'state',
  'mode',
  'k',
  'purpose',
  'due',
  'topicIds',
  'managerVisible',
  'coachingPlan',
  'joining',
] as const;
export type AuditField = (typeof auditFields)[number];

/** A day between 1970 and 2199, which the database can compare in every time zone. */
const filterDay = z.iso.date().check(z.regex(/^(19[7-9]|20|21)/, 'is not a day between 1970 and 2199'));
const userIdText = z.string().check(
  z.regex(/^[1-9][0-9]{0,9}$/, 'is not a user id'),
  z.refine((text) => Number(text) <= 2_147_483_647, { error: 'is not a user id' }),
);
const seqText = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'is not a sequence number'));

/** Filters of the audit log; an entry must match all of them. `userId`: entries about this person. */
const filter = {
  action: z.optional(z.enum(auditActions)),
  actorId: z.optional(userIdText),
  userId: z.optional(userIdText),
  /** The first and the last day, in the viewer's time zone. */
  from: z.optional(filterDay),
  to: z.optional(filterDay),
};
/** POST /api/admin/audit/export: a CSV file with all entries that match. */
export const auditFilterSchema = z.object(filter);
export type AuditFilter = z.infer<typeof auditFilterSchema>;

/**
 * GET /api/admin/audit: newest entries first. The page ends before the entry `before`, or starts after the entry
 * `after`.
 */
export const auditQuerySchema = z.object({
  ...filter,
  before: z.optional(seqText),
  after: z.optional(seqText),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** The reason of entries that undo an action. A person has not written it. */
export const UNDO_REASON = 'Undo of an action';

/** A field of a person or department, with its values before and after the change. */
const change = z.object({ before: z.unknown(), after: z.unknown() });
export const auditEntrySchema = z.object({
  seq: z.int(),
  at: instant,
  /** Null: the system made the change. */
  actor: z.nullable(participantSchema),
  /** Name of the access token of the directory sync. */
  actorName: z.nullable(z.string()),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  changes: z.record(z.string(), change),
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The entries, and the current names of the ids that appear in them. */
const entries = {
  data: z.array(auditEntrySchema),
  names: z.object({
    people: z.record(z.string(), z.string()),
    departments: z.record(z.string(), z.string()),
    /** Groups and tokens of the directory sync. */
    directory: z.record(z.string(), z.string()),
  }),
};
export const auditHistorySchema = z.object({ ...entries, hasMore: z.boolean() });
export type AuditHistory = z.infer<typeof auditHistorySchema>;

/** The state of the whole log: its last check, from the first entry to the signed head, and faults on this page. */
export const auditIntegritySchema = z.object({
  /** Null: never checked. */
  check: z.nullable(z.object({ at: instant, entries: z.int() })),
  /** The first faulty entry, and the fault. */
  fault: z.nullable(z.object({ seq: z.int(), reason: z.string() })),
});
export type AuditIntegrity = z.infer<typeof auditIntegritySchema>;

export const auditLogSchema = z.object({
  ...entries,
  /** Number of matching entries on all pages. */
  total: z.int(),
  /** Cursors of the neighbouring pages: `before` for older entries, `after` for newer ones. */
  older: z.nullable(z.int()),
  newer: z.nullable(z.int()),
  integrity: auditIntegritySchema,
});
export type AuditLog = z.infer<typeof auditLogSchema>;
