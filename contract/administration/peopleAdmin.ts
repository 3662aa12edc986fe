import * as z from 'zod/mini';
import { enrolmentStates } from '#contract/learning/programSummaries.ts';
import { NAME_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { participantSchema } from '#contract/people.ts';
import { emailAddress, instant, multiLineText, numericId, randomId, singleLineText } from '#contract/text.ts';
import { auditHistorySchema } from './audit.ts';

/** For administrators only; 404 for others. */

export const personStatus = z.enum(['invited', 'active', 'deactivated']);
/** `manager` has direct reports. */
export const personRole = z.enum(['admin', 'manager', 'author', 'learner']);
export const peopleSort = z.enum(['name', 'department', 'manager', 'activity']);
export type PeopleSort = z.infer<typeof peopleSort>;
export const invitationState = z.enum(['pending', 'expired', 'revoked']);

const idText = z.string().check(
  z.regex(/^[1-9][0-9]{0,9}$/, 'is not an id'),
  z.refine((text) => Number(text) <= 2_147_483_647, { error: 'is not an id' }),
);

/**
 * GET /api/admin/people. Without `status`, deactivated people are left out. `department` includes the departments below
 * it. `none` selects people without a department or manager; `expiring` selects people whose invitation expires within
 * 2 days, `expired` people who can no longer accept it, `undelivered` people whose invitation the mail server refused,
 * `without-profile` active people who have not saved their profile. People without a value in the sort column come last.
 * `after` is the `next` of the previous page.
 */
export const adminPeopleQuerySchema = z.object({
  search: z.optional(singleLineText(80, 0)),
  department: z.optional(z.union([z.literal('none'), idText])),
  manager: z.optional(z.union([z.literal('none'), idText])),
  status: z.optional(
    z.enum([
      'invited',
      'expiring',
      'expired',
      'undelivered',
      'active',
      'without-profile',
      'deactivated',
      'all',
    ]),
  ),
  role: z.optional(personRole),
  sort: z.optional(peopleSort),
  /** Default: most recently active people first. All other columns sort in ascending order. */
  order: z.optional(z.enum(['asc', 'desc'])),
  after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1000}$/, 'is not the cursor of a page'))),
});
export type AdminPeopleQuery = z.infer<typeof adminPeopleQuerySchema>;
/** POST /api/admin/people/export: a CSV file of all matching people. Its first columns are those of an import. */
export const adminPeopleFilterSchema = z.omit(adminPeopleQuerySchema, {
  sort: true,
  order: true,
  after: true,
});
export type AdminPeopleFilter = z.infer<typeof adminPeopleFilterSchema>;

export const adminPersonSchema = z.object({
  userId: numericId,
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  title: z.nullable(z.string()),
  initials: z.string(),
  userAvatar: z.nullable(z.string()),
  department: z.nullable(z.object({ departmentId: numericId, name: z.string() })),
  manager: z.nullable(z.object({ userId: numericId, name: z.string() })),
  directReports: z.int(),
  status: personStatus,
  isAdmin: z.boolean(),
  mayAuthor: z.boolean(),
  /** State of the invitation of an invited person. `isUndelivered`: the mail server refused it. */
  invitation: z.nullable(
    z.object({
      state: invitationState,
      sentAt: instant,
      expiresAt: instant,
      isUndelivered: z.optional(z.boolean()),
    }),
  ),
  lastActiveAt: z.nullable(instant),
  /** An erased person cannot be reactivated. */
  isErased: z.optional(z.boolean()),
});
export type AdminPerson = z.infer<typeof adminPersonSchema>;

export const adminPeopleSchema = z.object({
  data: z.array(adminPersonSchema),
  /** Number of people on all pages. */
  total: z.int(),
  /** Numbers of the same people by status. `pending`: the invited people who can still accept their invitation. */
  statuses: z.object({ active: z.int(), invited: z.int(), pending: z.int(), deactivated: z.int() }),
  next: z.nullable(z.string()),
});
export type AdminPeople = z.infer<typeof adminPeopleSchema>;

/** GET /api/admin/people/{userId}. */
export const adminPersonPageSchema = z.extend(adminPersonSchema, {
  joinedAt: instant,
  activatedAt: z.nullable(instant),
  deactivatedAt: z.nullable(instant),
  /** The path from the top department to the person's own department. */
  departmentPath: z.array(z.string()),
  managerSince: z.nullable(instant),
  /** The path from the highest manager to the person's own manager. */
  managers: z.array(z.extend(participantSchema, { title: z.nullable(z.string()) })),
  programs: z.array(
    z.object({ programId: randomId, name: z.string(), state: z.enum(enrolmentStates), at: instant }),
  ),
  /** What a deactivation of this person would affect. */
  coachOf: z.int(),
  openSessions: z.int(),
  plannedSessions: z.int(),
  /** Surveys of this person with a next step on a chosen day. */
  plannedSurveys: z.optional(z.int()),
  /** End of the sign-in delay after failed attempts; null without a delay. */
  signInDelayedUntil: z.nullable(instant),
  history: auditHistorySchema,
});
export type AdminPersonPage = z.infer<typeof adminPersonPageSchema>;

const departmentId = z.nullable(numericId);
const managerId = z.nullable(numericId);
const reason = z.optional(multiLineText(1_000));

export const MAX_INVITED_AT_ONCE = 500;
/** Name, address and title. Another address ends links to the former one; a pending invitation is sent again. */
const details = {
  emailAddress: z.optional(emailAddress),
  firstName: z.optional(singleLineText(NAME_MAX_LENGTH)),
  lastName: z.optional(singleLineText(NAME_MAX_LENGTH)),
  title: z.optional(z.nullable(singleLineText(TITLE_MAX_LENGTH))),
};
/** POST /api/admin/people creates a person and mails an invitation. 409 if the email address is in use. */
export const newPersonSchema = z.object({
  emailAddress,
  firstName: singleLineText(NAME_MAX_LENGTH),
  lastName: singleLineText(NAME_MAX_LENGTH),
  title: z.optional(z.nullable(singleLineText(TITLE_MAX_LENGTH))),
  departmentId: z.optional(departmentId),
  managerId: z.optional(managerId),
});
export type NewPerson = z.infer<typeof newPersonSchema>;

/** Why a row without a name is refused, unless its address belongs to someone. */
export const NAMES_MISSING = 'First and last name are needed. Write “First Last <address>”.';
/** POST /api/admin/people/invitations: several people at once. Each row is checked on its own. */
const invitedRow = z.object({
  emailAddress: z.string().check(z.maxLength(1_000)),
  firstName: z.string().check(z.maxLength(1_000)),
  lastName: z.string().check(z.maxLength(1_000)),
});
export const newPeopleSchema = z.object({
  people: z.array(invitedRow).check(z.minLength(1), z.maxLength(MAX_INVITED_AT_ONCE)),
  departmentId: z.optional(departmentId),
  managerId: z.optional(managerId),
});
export type NewPeople = z.infer<typeof newPeopleSchema>;
/** One result for each row, in the same order: the id of the invited person, or why the row was refused. */
export const newPeopleResultSchema = z.object({
  results: z.array(z.object({ userId: z.nullable(numericId), error: z.nullable(z.string()) })),
});
export type NewPeopleResult = z.infer<typeof newPeopleResultSchema>;

const anyText = z.string().check(z.maxLength(1_000));
/**
 * PATCH /api/admin/people/{userId}. A deactivated person is signed out everywhere within 60 s, and their planned coaching
 * sessions are cancelled. Their direct reports get the manager `interimManagerId`, or the person's own manager if it is
 * missing. After a reactivation, an administrator assigns the direct reports again. 409 if an email address is in use, or if
 * a field no longer has the value in `expected`. 422 for the last administrator, for deactivating yourself, and for cycles of
 * managers.
 */
export const personChangeSchema = z
  .object({
    status: z.optional(z.enum(['active', 'deactivated'])),
    isAdmin: z.optional(z.boolean()),
    /** Whether the person may write and publish topics. Administrators always may. */
    mayAuthor: z.optional(z.boolean()),
    departmentId: z.optional(departmentId),
    managerId: z.optional(managerId),
    ...details,
    /** The values that the changes are based on. */
    expected: z.optional(
      z.partial(
        z.object({
          departmentId,
          managerId,
          emailAddress: anyText,
          firstName: anyText,
          lastName: anyText,
          title: z.nullable(anyText),
        }),
      ),
    ),
    interimManagerId: z.optional(managerId),
    reason,
  })
  .check(
    z.refine(
      ({ reason: _reason, interimManagerId: _interim, expected: _expected, ...fields }) =>
        Object.values(fields).some((value) => value !== undefined),
      { error: 'changes nothing' },
    ),
  );
export type PersonChange = z.infer<typeof personChangeSchema>;
