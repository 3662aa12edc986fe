import * as z from 'zod/mini';
import { instant, singleLineText } from '#contract/text.ts';

/** Passkeys (WebAuthn), a second way to sign in. See docs/decisions/0049-passkeys.md. */

export const PASSKEY_NAME_MAX_LENGTH = 60;
/** Maximum number of passkeys per person. */
export const MAX_PASSKEYS = 20;

const base64url = (max: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'is not base64url'), z.maxLength(max, 'is too long'));

/** Input of the browser's WebAuthn API, in the format of the library that both sides use. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

/**
 * POST /api/auth/passkeys/options requires the password again, so that an open browser is not enough to add a passkey.
 */
export const passkeyStartSchema = z.object({
  currentPassword: z.string().check(z.minLength(1, 'is missing'), z.maxLength(256, 'is too long')),
});

/** POST /api/auth/passkeys: the result of the browser's WebAuthn API. */
export const newPasskeySchema = z.object({
  name: singleLineText(PASSKEY_NAME_MAX_LENGTH),
  credential: z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(20_000),
      transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
    }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/**
 * POST /api/auth/passkey: the result of the browser's WebAuthn API. The user handle identifies the owner of the
 * passkey.
 */
export const passkeySignInSchema = z.object({
  credential: z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(4_000),
      userHandle: base64url(100),
    }),
  }),
});
export type PasskeySignIn = z.infer<typeof passkeySignInSchema>;

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.infer<typeof passkeySchema>;
/** GET /api/auth/passkeys, newest first. */
export const passkeysSchema = z.object({
  data: z.array(passkeySchema),
  /**
   * Why the person cannot add another passkey: the organisation requires single sign-on, the person has no password, or
   * the person has `MAX_PASSKEYS`. Null: the person can add one.
   */
  addRefusal: z.nullable(z.enum(['single-sign-on', 'no-password', 'limit'])),
});
export type Passkeys = z.infer<typeof passkeysSchema>;
