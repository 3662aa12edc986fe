import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { emailAddress, instant, randomId } from '#contract/text.ts';
import { signOnMode } from './signOn.ts';

/** Only the length is checked here. The server also refuses passwords that are easy to guess (decision 0044). */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `needs at least ${PASSWORD_MIN_LENGTH} characters`),
    z.maxLength(PASSWORD_MAX_LENGTH, `is longer than ${PASSWORD_MAX_LENGTH} characters`),
  );
const linkToken = z
  .string()
  .check(z.minLength(1, 'is missing'), z.maxLength(100, 'is longer than 100 characters'));

/** Whether a link from a mail works, or why not. */
export const linkState = z.enum(['open', 'used', 'revoked', 'expired', 'unknown']);
export type LinkState = z.infer<typeof linkState>;

/** POST /api/auth/invitation/details. The names are null for an unknown link. */
export const invitationDetailsSchema = z.object({
  state: linkState,
  organisation: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  emailAddress: z.nullable(z.string()),
  /** The administrator who sent the invitation and can send a new one. */
  invitedBy: z.nullable(z.string()),
  /** Whether the person can, or must, accept with single sign-on. */
  signOn: signOnMode,
});
export type InvitationDetails = z.infer<typeof invitationDetailsSchema>;

/** POST /api/auth/invitation and PUT /api/auth/password-reset. The response is the same as for a sign-in. */
export const passwordByLinkSchema = z.object({ token: linkToken, newPassword });

/** POST /api/auth/password-reset. The response is the same whether or not the account exists. */
export const passwordResetRequestSchema = z.object({ email: emailAddress });
/** POST /api/auth/password-reset/details. */
export const passwordResetDetailsSchema = z.object({
  state: linkState,
  emailAddress: z.nullable(z.string()),
});
export type PasswordResetDetails = z.infer<typeof passwordResetDetailsSchema>;

/** PUT /api/auth/password. Ends all other sessions. */
export const passwordChangeSchema = z.object({
  currentPassword: z
    .string()
    .check(
      z.minLength(1, 'is missing'),
      z.maxLength(PASSWORD_MAX_LENGTH, `is longer than ${PASSWORD_MAX_LENGTH} characters`),
    ),
  newPassword,
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** GET /api/auth/sessions: where the person is signed in, the current session first. */
export const deviceSchema = z.object({
  id: randomId,
  isCurrent: z.boolean(),
  /** For example 'Firefox on Windows'; null if unknown. */
  browser: z.nullable(z.string()),
  signedInAt: instant,
  lastUsedAt: instant,
});
export type Device = z.infer<typeof deviceSchema>;
export const devicesSchema = z.object({ data: z.array(deviceSchema) });
