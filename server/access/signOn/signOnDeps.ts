import type { AccountDeps } from '#server/access/session/index.ts';
import type { ResolveTxt } from './domains.ts';
import type { IdentityProviders } from './identityProvider.ts';
import type { SecretBox } from './secretBox.ts';

export interface SignOnDeps extends AccountDeps {
  identityProviders: IdentityProviders;
  secretBox: SecretBox;
  resolveTxt: ResolveTxt;
  /** True if http and private addresses are permitted. */
  allowsLocal: boolean;
}

/**
 * The address to which the identity provider redirects the browser. Each organisation has its own, so that responses
 * cannot be mixed up.
 */
export const redirectUriOf = ({ publicOrigin }: Pick<SignOnDeps, 'publicOrigin'>, userPoolId: string) =>
  `${publicOrigin}/api/auth/sign-on/callback/${userPoolId}`;
