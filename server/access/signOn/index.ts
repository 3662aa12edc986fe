export { namesOf } from './admitPerson.ts';
export { signOnCleanUp } from './attempts.ts';
export type { ResolveTxt } from './domains.ts';
export { applyGroups } from './groups.ts';
export { createIdentityProviders } from './identityProvider.ts';
export { createSecretBox, type SecretBox } from './secretBox.ts';
export { signOnAdminRoutes } from './signOnAdminRoutes.ts';
export type { SignOnDeps } from './signOnDeps.ts';
export { publicSignOnRoutes } from './signOnRoutes.ts';
