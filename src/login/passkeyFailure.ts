import { problemOf } from '#store/api/problemOf.ts';

/** A sentence that says why a passkey was not used or added. */
export function passkeyFailure(error: unknown): string {
  // The browser reports this error when the person cancels, waits too long or has no passkey. It does not say which.
  if (error instanceof Error && /^(NotAllowedError|AbortError)$/.test(error.name))
    return 'No passkey was used. Try again, or use your password.';
  if (error instanceof Error && error.name === 'InvalidStateError')
    return 'This device already has a passkey for your account.';
  return problemOf(error).message;
}
