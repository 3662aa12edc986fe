import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { timeZone } from '#contract/profile.ts';
import { emailAddress, singleLineText } from '#contract/text.ts';
import { newPassword } from './account.ts';

/** The page for the first organisation of a server. The server prints its address with a one-time token. */
export const SETUP_PATH = '/setup';

/**
 * POST /api/auth/setup/details, with the token of the address. False for a wrong or expired token; 404 as soon as there is an
 * organisation.
 */
export const setupDetailsSchema = z.object({ isOpen: z.boolean() });

/**
 * POST /api/auth/setup creates the organisation and its first administrator. People whose email address is at the
 * administrator's domain belong to it. The response is the same as for a sign-in. 404 as soon as there is an
 * organisation.
 */
export const setupSchema = z.object({
  token: z.string().check(z.minLength(1, 'is missing'), z.maxLength(100, 'is longer than 100 characters')),
  organisation: singleLineText(NAME_MAX_LENGTH),
  firstName: singleLineText(NAME_MAX_LENGTH),
  lastName: singleLineText(NAME_MAX_LENGTH),
  emailAddress,
  newPassword,
  /** Of the administrator and, until they change it, of people who are added without one. */
  timeZone: z.optional(timeZone),
});
export type Setup = z.infer<typeof setupSchema>;
