export { createAuthenticate } from './authenticate.ts';
export { createIdTokens, type IdTokens } from './idTokens.ts';
export { hashPassword } from './passwords.ts';
export { openSessionRoutes, type SessionDeps, sessionRoutes } from './sessionRoutes.ts';
