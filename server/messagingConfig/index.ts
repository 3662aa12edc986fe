export { cipherKeysOf, createCipherKey } from './cipherKeys.ts';
export { enableEncryption, replaceKey, UnknownDomain } from './enableEncryption.ts';
export { type MessagingConfigDeps, messagingConfigRoutes } from './messagingConfigRoutes.ts';
export { createMessagingTokens, type MessagingTokens } from './messagingTokens.ts';
export { LEAVE_GRACE_MS, startTokenRevocation, type TokenRevocation } from './revokeTokens.ts';
