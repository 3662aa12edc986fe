import type { SignOnRefusal } from '#contract/access/signOn.ts';

/** The claims in the order on screen. */
const USES: Record<string, string> = {
  email: 'Finding the person at the first sign-in',
  email_verified: 'Must not be false',
  given_name: 'First name of a new person',
  family_name: 'Last name of a new person',
  name: 'Name of a new person, if first and last name are missing',
  groups: 'Department and administrator right',
  sub: 'Recognising the person at later sign-ins',
  iss: 'Checked: your issuer',
  aud: 'Checked: your client ID',
};
const names = Object.keys(USES);
const placeOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);

/** The claims that a sign-in uses first. */
export const byUse = (a: { name: string }, b: { name: string }) => placeOf(a.name) - placeOf(b.name);

/** The purpose of a claim in a sign-in. */
export function claimUse(name: string, hasGroups: boolean): string {
  if (name === 'groups' && !hasGroups) return 'Not used, because no groups are set up';
  return USES[name] ?? 'Not used';
}

/** What an administrator can do after a failed test. */
export const testAdvice: Record<SignOnRefusal, string> = {
  state: 'The test took longer than 10 minutes or ended in another browser. Test again.',
  denied:
    'Your provider did not sign you in, or you cancelled. Check that your account may use this application there.',
  provider:
    'Your provider refused the request or could not be reached. Compare the issuer URL, the client ID, the secret and the redirect address with what is registered there.',
  token:
    'Your provider’s response does not belong to these settings. Compare the issuer URL and the client ID.',
  settings: 'The settings were changed during the test. Test again.',
  'email-missing': 'Your provider sent no email address. Allow the claim email for this application there.',
  'email-unverified': 'Your provider says that your email address is not verified. Verify it there.',
  domain:
    'Add and verify the domain of this address above, or sign in at your provider with another account.',
  'not-invited': 'This person was not invited.',
  deactivated: 'The account of this person is deactivated.',
  'other-account': 'The address belongs to a person with another account at your provider.',
};
