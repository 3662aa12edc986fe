export { type MessagingConfigDeps, messagingConfigRoutes } from './messagingConfigRoutes.ts';
export { createMessagingTokens, type MessagingTokens } from './messagingTokens.ts';
