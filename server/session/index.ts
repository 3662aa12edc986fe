export { type AccountDeps, accountRoutes, publicAccountRoutes } from './accountRoutes.ts';
export { createAuthenticate } from './authenticate.ts';
export { createIdTokens, type IdTokens } from './idTokens.ts';
export { hashPassword } from './passwords.ts';
export { cacheSessions } from './sessionCache.ts';
export { deleteOldSessions, RETENTION_MS, startSessionCleanUp } from './sessionCleanUp.ts';
export { publicSessionRoutes, type SessionDeps, sessionRoutes } from './sessionRoutes.ts';
export { endSessions } from './setPassword.ts';
export { unlockAccount } from './unlock.ts';
