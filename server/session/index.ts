export { createAuthenticate } from './authenticate.ts';
export { forgetSessions, KEPT_MS, startForgettingSessions } from './forgetSessions.ts';
export { createIdTokens, type IdTokens } from './idTokens.ts';
export { hashPassword } from './passwords.ts';
export { openSessionRoutes, type SessionDeps, sessionRoutes } from './sessionRoutes.ts';
