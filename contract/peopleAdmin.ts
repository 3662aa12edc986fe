import * as z from 'zod/mini';
import { auditLogSchema } from './audit.ts';
import { NAME_MAX_LENGTH, TITLE_MAX_LENGTH } from './limits.ts';
import { emailAddress, instant, multiLineText, numericId, singleLineText } from './text.ts';

/** For administrators only; 404 for others. */

export const personStatus = z.enum(['invited', 'active', 'deactivated']);
/** `manager` has direct reports. */
export const personRole = z.enum(['admin', 'manager', 'author', 'learner']);
export const peopleSort = z.enum(['name', 'activity']);
export const invitationState = z.enum(['pending', 'expired', 'revoked']);

const idText = z.string().check(
  z.regex(/^[1-9][0-9]{0,9}$/, 'is not an id'),
  z.refine((text) => Number(text) <= 2_147_483_647, { error: 'is not an id' }),
);

/**
 * GET /api/admin/people. Without `status`, deactivated people are left out. `department` includes the departments below it.
 * `after` is the `next` of the page before.
 */
export const adminPeopleQuerySchema = z.object({
  search: z.optional(singleLineText(80, 0)),
  department: z.optional(idText),
  manager: z.optional(idText),
  status: z.optional(z.enum(['invited', 'active', 'deactivated', 'all'])),
  role: z.optional(personRole),
  sort: z.optional(peopleSort),
  after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1000}$/, 'is not the cursor of a page'))),
});
export type AdminPeopleQuery = z.infer<typeof adminPeopleQuerySchema>;

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
  /** For people who are invited. */
  invitation: z.nullable(z.object({ state: invitationState, sentAt: instant, expiresAt: instant })),
  lastActiveAt: z.nullable(instant),
});
export type AdminPerson = z.infer<typeof adminPersonSchema>;

export const adminPeopleSchema = z.object({
  data: z.array(adminPersonSchema),
  /** Of all pages. */
  total: z.int(),
  next: z.nullable(z.string()),
});
export type AdminPeople = z.infer<typeof adminPeopleSchema>;

/** GET /api/admin/people/{userId}. */
export const adminPersonPageSchema = z.extend(adminPersonSchema, {
  joinedAt: instant,
  activatedAt: z.nullable(instant),
  deactivatedAt: z.nullable(instant),
  /** What deactivating this person affects. */
  coachOf: z.int(),
  openSessions: z.int(),
  history: auditLogSchema,
});
export type AdminPersonPage = z.infer<typeof adminPersonPageSchema>;

const departmentId = z.nullable(numericId);
const managerId = z.nullable(numericId);
const reason = z.optional(multiLineText(1_000));

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

/**
 * PATCH /api/admin/people/{userId}. A deactivated person is signed out everywhere within 60 s; their direct reports get
 * `interimManagerId` as manager, or the person's own manager if it is missing. Reactivated people get them back from an
 * administrator. 422 for the last administrator, deactivating yourself, and cycles of managers.
 */
export const personChangeSchema = z
  .object({
    status: z.optional(z.enum(['active', 'deactivated'])),
    isAdmin: z.optional(z.boolean()),
    departmentId: z.optional(departmentId),
    managerId: z.optional(managerId),
    interimManagerId: z.optional(managerId),
    reason,
  })
  .check(
    z.refine(
      ({ reason: _reason, interimManagerId: _interim, ...fields }) =>
        Object.values(fields).some((value) => value !== undefined),
      { error: 'changes nothing' },
    ),
  );
export type PersonChange = z.infer<typeof personChangeSchema>;
