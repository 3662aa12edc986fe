import * as z from 'zod/mini';
import { instant, multiLineText, numericId, randomId } from '#contract/text.ts';
import { adminPeopleFilterSchema } from './peopleAdmin.ts';

/** Bulk actions of administrators; 404 for others. See docs/decisions/0047-bulk-actions.md. */

export const MAX_BULK_PEOPLE = 2_000;
/** How long an action can be undone. */
export const UNDO_MS = 10 * 60_000;
/** Number of people whom the result of an action names. */
export const BULK_NAMES = 3;

export const bulkActions = [
  'resend-invitation',
  'change-department',
  'change-manager',
  'make-admin',
  'remove-admin',
  'deactivate',
  'reactivate',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Whom the action applies to: people selected one by one, or all results of a query of the table. */
const selection = z.union([
  z.strictObject({
    userIds: z.array(numericId).check(z.minLength(1), z.maxLength(MAX_BULK_PEOPLE)),
  }),
  z.strictObject({ query: adminPeopleFilterSchema }),
]);

/** POST /api/admin/people/bulk/preview and POST /api/admin/people/bulk. */
export const bulkRequestSchema = z
  .object({
    action: z.enum(bulkActions),
    selection,
    /** Used by `change-department`. Null: no department. */
    departmentId: z.optional(z.nullable(numericId)),
    /** Used by `change-manager`. Null: no manager. */
    managerId: z.optional(z.nullable(numericId)),
    /** Used by `deactivate`: the next manager of the direct reports. Without it, they get the person's own manager. */
    interimManagerId: z.optional(z.nullable(numericId)),
    reason: z.optional(multiLineText(1_000)),
  })
  .check(
    z.refine(({ action, departmentId }) => action !== 'change-department' || departmentId !== undefined, {
      error: 'is missing',
      path: ['departmentId'],
    }),
    z.refine(({ action, managerId }) => action !== 'change-manager' || managerId !== undefined, {
      error: 'is missing',
      path: ['managerId'],
    }),
  );
export type BulkRequest = z.infer<typeof bulkRequestSchema>;

/** A person who is left out, with a sentence that says why. */
const exceptionSchema = z.object({ userId: numericId, name: z.string(), reason: z.string() });
export type BulkException = z.infer<typeof exceptionSchema>;

/** What the action would do now. The preview changes nothing. */
export const bulkPreviewSchema = z.object({
  /** Number of people who would change. */
  count: z.int(),
  /** The first people in the preview. */
  people: z.array(
    z.object({
      userId: numericId,
      firstName: z.string(),
      lastName: z.string(),
      initials: z.string(),
      userAvatar: z.nullable(z.string()),
      departmentName: z.nullable(z.string()),
      managerName: z.nullable(z.string()),
      directReports: z.int(),
      /** Number of open sign-in sessions. */
      devices: z.int(),
      /** Number of programs in progress. */
      programs: z.int(),
      /** Coaching sessions that have not begun, and the start of the first one if it is confirmed. */
      plannedSessions: z.int(),
      nextSessionAt: z.nullable(instant),
    }),
  ),
  skipped: z.array(exceptionSchema),
  /** Totals over all people who would change. */
  effects: z.object({
    devices: z.int(),
    programs: z.int(),
    /** Coaching sessions that would be cancelled. */
    sessions: z.int(),
    /** Other people who get another manager. */
    reassigned: z.int(),
    /** Learners who lose their coach. */
    learners: z.int(),
    /** Surveys that would not be opened or released on the chosen day. */
    surveys: z.optional(z.int()),
  }),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

const bulkChange = z.object({
  id: randomId,
  action: z.enum(bulkActions),
  /** Number of people who were changed. */
  count: z.int(),
  /** The names of the first of them. */
  names: z.array(z.string()),
  /**
   * The name of the new department or manager; null: none. It is missing for other actions, and if the department has
   * been deleted since.
   */
  target: z.optional(z.nullable(z.string())),
  /** Null: the action cannot be undone, because it sent mail. */
  undoUntil: z.nullable(z.iso.datetime()),
});
/** GET /api/admin/people/bulk: with `userId`, only actions that changed this person. */
export const bulkChangesQuerySchema = z.object({
  userId: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,9}$/, 'is not an id'))),
});
export type BulkChangesQuery = z.infer<typeof bulkChangesQuerySchema>;
/** The actions of the viewer that can still be undone, newest first. */
export const bulkChangesSchema = z.object({ data: z.array(bulkChange) });
export type BulkChange = z.infer<typeof bulkChange>;

export const bulkResultSchema = z.extend(bulkChange, { skipped: z.array(exceptionSchema) });
export type BulkResult = z.infer<typeof bulkResultSchema>;

/** POST /api/admin/people/bulk/{bulkId}/undo. Values that have changed since are kept and listed. */
export const bulkUndoSchema = z.object({ restored: z.int(), kept: z.array(exceptionSchema) });
export type BulkUndo = z.infer<typeof bulkUndoSchema>;
