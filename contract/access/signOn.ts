import * as z from 'zod/mini';
import { emailAddress, singleLineText } from '#contract/text.ts';

/** Single sign-on of an organisation: off, in addition to passwords, or instead of passwords (decision 0055). */
export const signOnMode = z.enum(['off', 'allowed', 'enforced']);
export type SignOnMode = z.infer<typeof signOnMode>;

/** The page that ends a sign-in at the identity provider. The token is in the fragment. */
export const SIGN_ON_PATH = '/sign-on';

export const poolName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the value from the user pool call'));

/**
 * POST /api/auth/sign-on begins a sign-in at the identity provider. The email address is only a hint for its form.
 * `redirectUrl` is the path that opens afterwards; the client checks it again before it opens it (decision 0006).
 */
export const signOnStartSchema = z.object({
  userPoolId: poolName,
  clientId: poolName,
  email: z.optional(emailAddress),
  /** The provider asks for the password or another proof, even if the person is signed in there. */
  asksAgain: z.optional(z.boolean()),
  redirectUrl: z.optional(
    singleLineText(2_048).check(z.regex(/^\/(?!\/)/, 'must be a path of the application')),
  ),
});

/** The address at the identity provider that the browser opens. */
export const signOnAddressSchema = z.object({ url: z.string().check(z.regex(/^https?:\/\//)) });

/** Why a sign-in through the identity provider was refused. The page shows a text for each. */
export const signOnRefusals = [
  /** Unknown, expired or used before, or begun in another browser. */
  'state',
  /** The identity provider refused, or the person cancelled. */
  'denied',
  /** The identity provider could not be reached or did not accept our request. */
  'provider',
  /** Wrong issuer, audience, nonce, signature or time. */
  'token',
  /** An administrator changed the settings or switched single sign-on off in the meantime. */
  'settings',
  'email-missing',
  'email-unverified',
  'domain',
  /** This person was not invited, and people are not created on their first sign-in. */
  'not-invited',
  'deactivated',
  /** The person's account here is connected to another account at the identity provider. */
  'other-account',
] as const;
export const signOnRefusal = z.enum(signOnRefusals);
export type SignOnRefusal = z.infer<typeof signOnRefusal>;
