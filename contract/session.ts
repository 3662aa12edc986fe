import * as z from 'zod/mini';
import { emailAddress, instant, messagingUuid, numericId } from './text.ts';

/** GET /api/user-pool?email=: which organisation an address belongs to. Says nothing about whether the account exists. */
export const userPoolQuerySchema = z.object({ email: emailAddress });
export const userPoolSchema = z.object({
  userPoolId: z.string(),
  clientId: z.string(),
  tenantName: z.string(),
});
export type UserPool = z.infer<typeof userPoolSchema>;

/** As GET /api/user-pool gave it. */
const poolName = z
  .string()
  .check(
    z.minLength(1, 'is missing'),
    z.regex(/^[A-Za-z0-9_-]{0,64}$/, 'is not what the user pool call answered'),
  );
/** POST /api/auth/sign-in. The refresh token comes as a cookie that script cannot read. */
export const signInSchema = z.object({
  userPoolId: poolName,
  clientId: poolName,
  email: emailAddress,
  password: z.string().check(z.minLength(1, 'is missing'), z.maxLength(256, 'is longer than 256 characters')),
});
export type SignIn = z.infer<typeof signInSchema>;

/** `expiresIn` is in seconds. */
export const idTokenSchema = z.object({ idToken: z.string(), expiresIn: z.int() });
export type IdToken = z.infer<typeof idTokenSchema>;

/** The readable companion of the refresh cookie: tells a new tab that asking for a session is worth it. */
export const SESSION_HINT_COOKIE = 'trellis_session';

/** GET /api/session. `roles` are relations and grants: a manager is who has reports. */
export const sessionUserSchema = z.object({
  userId: numericId,
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  tenantId: numericId,
  tenantName: z.string(),
  isAdmin: z.boolean(),
  roles: z.object({ isAdmin: z.boolean(), hasReports: z.boolean(), mayAuthor: z.boolean() }),
  lastProfileUpdate: z.nullable(instant),
  propensityScore: z.nullable(z.number()),
  /** The day the person joined: no read position lies before it (ruling 16). */
  joinedAt: instant,
  userAvatar: z.nullable(z.string()),
  initials: z.string(),
  uuid: messagingUuid,
});
export type SessionUser = z.infer<typeof sessionUserSchema>;
