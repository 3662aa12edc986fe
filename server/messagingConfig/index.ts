export { cipherKeyOf, encryptChats } from './cipherKeys.ts';
export { encryptChatsOf, UnknownDomain } from './encryptChatsOf.ts';
export { type MessagingConfigDeps, messagingConfigRoutes } from './messagingConfigRoutes.ts';
export { createMessagingTokens, type MessagingTokens } from './messagingTokens.ts';
export { LEAVING_MS, startTakingBack, type TakingBack } from './takeBackTokens.ts';
