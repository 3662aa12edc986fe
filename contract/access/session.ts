import * as z from 'zod/mini';
import { emailAddress, instant, messagingUuid, numericId } from '#contract/text.ts';
import { signOnMode } from './signOn.ts';

/** GET /api/user-pool?email=: the organisation for an email address. It does not reveal whether the account exists. */
export const userPoolQuerySchema = z.object({ email: emailAddress });
export const userPoolSchema = z.object({
  userPoolId: z.string(),
  clientId: z.string(),
  tenantName: z.string(),
  /** Settings of the administrators for the sign-in page. */
  branding: z.optional(
    z.object({
      logo: z.nullable(z.string()),
      accent: z.nullable(z.string()),
      signInText: z.nullable(z.string()),
    }),
  ),
  signOn: signOnMode,
});
export type UserPool = z.infer<typeof userPoolSchema>;

/** A value from GET /api/user-pool. */
const poolName = z
  .string()
  .check(
    z.minLength(1, 'is missing'),
    z.regex(/^[A-Za-z0-9_-]{0,64}$/, 'must be the value from the user pool call'),
  );
/** POST /api/auth/sign-in. The refresh token is set as a cookie that scripts cannot read. */
export const signInSchema = z.object({
  userPoolId: poolName,
  clientId: poolName,
  email: emailAddress,
  password: z.string().check(z.minLength(1, 'is missing'), z.maxLength(256, 'is longer than 256 characters')),
});
export type SignIn = z.infer<typeof signInSchema>;

/** The pages that mails link to. The token is in the fragment, and for an invitation in the path. */
export const UNLOCK_PATH = '/unlock';
export const INVITATION_PATH = '/invitation';
export const PASSWORD_RESET_PATH = '/reset-password';

/** The token of a mailed link. POST /api/auth/unlock; POST /api/auth/invitation/details. */
export const linkTokenSchema = z.object({
  token: z.string().check(z.minLength(1, 'is missing'), z.maxLength(100, 'is longer than 100 characters')),
});

/** `expiresIn` is in seconds. */
export const idTokenSchema = z.object({ idToken: z.string(), expiresIn: z.int() });

/** A readable cookie set with the refresh cookie: tells a new tab that a session may exist. */
export const SESSION_HINT_COOKIE = 'trellis_session';

/** GET /api/session. `roles` are relations and grants: a manager is a person with direct reports. */
export const sessionUserSchema = z.object({
  userId: numericId,
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  tenantId: numericId,
  tenantName: z.string(),
  isAdmin: z.boolean(),
  roles: z.object({
    isAdmin: z.boolean(),
    hasReports: z.boolean(),
    mayAuthor: z.boolean(),
    /** Whether the person is the coach of someone who takes part in a program now. */
    isCoach: z.optional(z.boolean()),
    /** Whether the person owns a program that is not archived. */
    ownsProgram: z.optional(z.boolean()),
  }),
  lastProfileUpdate: z.nullable(instant),
  propensityScore: z.nullable(z.number()),
  /** The day the person joined; read positions never start before it (decision 0014). */
  joinedAt: instant,
  userAvatar: z.nullable(z.string()),
  initials: z.string(),
  uuid: messagingUuid,
  /** Time zone of the dates and times on screen (decision 0024). */
  timeZone: z.string(),
  /** The format of dates and numbers. Absent: the format of the browser. */
  locale: z.optional(z.string()),
  /** Settings of the organisation; `locale` is for people without their own. */
  organisation: z.optional(
    z.object({
      logo: z.nullable(z.string()),
      accent: z.nullable(z.string()),
      locale: z.nullable(z.string()),
    }),
  ),
  /** When the person's data will be erased at their own request. Absent for most people. */
  erasesAt: z.optional(instant),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;
