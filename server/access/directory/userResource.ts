import * as z from 'zod/mini';
import { NAME_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { emailAddress, singleLineText } from '#contract/text.ts';
import { namesOf } from '#server/access/signOn/index.ts';
import { ENTERPRISE_SCHEMA, type Resource, USER_SCHEMA } from './attributes.ts';
import { booleanOf, idOf } from './filter.ts';
import { ScimError } from './scimError.ts';

/** A person as stored in the database. */
export interface StoredUser extends Record<string, unknown> {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  title: string | null;
  status: 'invited' | 'active' | 'deactivated';
  joinedAt: string;
  updatedAt: string | null;
  managerId: number | null;
  managerName: string | null;
  departmentName: string | null;
  /** Null: the directory does not manage the person yet. */
  userName: string | null;
  externalId: string | null;
  groups: { value: string; display: string }[];
}

/** The values of a person in a request. Undefined: the request does not contain the value. */
export interface UserInput {
  userName: string;
  externalId: string | null | undefined;
  email: string;
  firstName: string | undefined;
  lastName: string | undefined;
  title: string | null | undefined;
  active: boolean | undefined;
  managerId: number | null | undefined;
}

const optionalName = z.optional(singleLineText(NAME_MAX_LENGTH, 0));
const active = z.pipe(
  z.transform((value) => booleanOf(value) ?? value),
  z.boolean('must be true or false'),
);
const userSchema = z.object({
  userName: singleLineText(254),
  externalId: z.optional(singleLineText(254, 0)),
  displayName: z.optional(singleLineText(254, 0)),
  title: z.optional(singleLineText(TITLE_MAX_LENGTH, 0)),
  active: z.optional(active),
  name: z.optional(
    z.object({ givenName: optionalName, familyName: optionalName, formatted: z.optional(z.string()) }),
  ),
  emails: z.optional(
    z
      .array(
        z.object({
          value: z.optional(z.string()),
          type: z.optional(z.string()),
          primary: z.optional(z.unknown()),
        }),
      )
      .check(z.maxLength(50)),
  ),
  manager: z.optional(z.object({ value: z.optional(z.union([z.string(), z.number()])) })),
});

/** Reads the attributes of a body. `before` is the person before a partial change. */
export function readUser(resource: Resource, before: StoredUser | null = null): UserInput {
  const result = userSchema.safeParse(resource);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ScimError('invalidValue', `${issue?.path.join('.') || 'The body'} ${issue?.message ?? ''}.`);
  }
  const { userName, externalId, title, active: isActive, name, displayName, emails, manager } = result.data;
  const email = emailOf(userName, emails ?? [], before);
  const isNew = before === null;
  const names = namesOf(
    { given_name: name?.givenName, family_name: name?.familyName, name: name?.formatted || displayName },
    email,
  );
  const hasName = Boolean(name?.givenName || name?.familyName);
  return {
    userName,
    externalId: isNew || 'externalId' in resource ? externalId || null : undefined,
    email,
    firstName: isNew || hasName ? names.firstName : undefined,
    lastName: isNew || hasName ? names.lastName : undefined,
    title: isNew || 'title' in resource ? title || null : undefined,
    active: isActive,
    managerId: 'manager' in resource ? managerOf(manager?.value) : undefined,
  };
}

/** The work address, or the user name if it is an email address. */
function emailOf(
  userName: string,
  emails: { value?: string | undefined; type?: string | undefined; primary?: unknown }[],
  before: StoredUser | null,
): string {
  const listed =
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails.find(({ primary }) => booleanOf(primary)) ??
    emails[0];
  // If the user name was also the address, a directory that changes only the user name wants to change both.
  const follows =
    before !== null &&
    before.email === (before.userName ?? before.email).toLowerCase() &&
    listed?.value?.toLowerCase() === before.email;
  const candidates = follows ? [userName, listed?.value] : [listed?.value, userName];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const parsed = emailAddress.safeParse(candidate);
    if (parsed.success) return parsed.data;
    if (candidate !== userName)
      throw new ScimError('invalidValue', 'emails has a value that is not an email address.');
  }
  throw new ScimError('invalidValue', 'emails has no work address, and userName is not an email address.');
}

function managerOf(value: string | number | undefined): number | null {
  if (value === undefined || value === '') return null;
  const id = idOf(value);
  if (id === null) throw new ScimError('invalidValue', 'manager.value must be the id of a person.');
  return id;
}

/** The attributes that a directory can change, in the form that a PATCH request starts from. */
export const changeableUser = (user: StoredUser): Resource => ({
  userName: user.userName ?? user.email,
  ...(user.externalId !== null && { externalId: user.externalId }),
  ...(user.title !== null && { title: user.title }),
  active: user.status !== 'deactivated',
  name: { givenName: user.firstName, familyName: user.lastName },
  emails: [{ value: user.email, type: 'work', primary: true }],
  ...(user.managerId !== null && { manager: { value: String(user.managerId) } }),
});

/** Empty values for the optional attributes that a PATCH request removed. */
export const removedUser: Resource = { externalId: '', title: '', manager: {} };

export function presentUser(user: StoredUser, baseUrl: string) {
  const { manager, ...attributes } = changeableUser(user);
  const displayName = `${user.firstName} ${user.lastName}`.trim();
  return {
    schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
    id: String(user.id),
    ...attributes,
    name: { givenName: user.firstName, familyName: user.lastName, formatted: displayName },
    displayName,
    groups: user.groups,
    [ENTERPRISE_SCHEMA]: {
      ...(user.departmentName !== null && { department: user.departmentName }),
      ...(manager !== undefined && {
        manager: { value: String(user.managerId), displayName: user.managerName },
      }),
    },
    meta: {
      resourceType: 'User',
      created: new Date(user.joinedAt).toISOString(),
      lastModified: new Date(user.updatedAt ?? user.joinedAt).toISOString(),
      location: `${baseUrl}/Users/${user.id}`,
    },
  };
}
