export { createDecryptor } from './decrypt.ts';
export { permissionsOf } from './permissions.ts';
export { connectPubNub, createEncryptor, type PubNubSettings } from './pubnub.ts';
export {
  type MessageSummary,
  MessagingRejected,
  MessagingUnavailable,
  type Realtime,
  type StoredMessage,
  type TokenHolder,
} from './realtimePort.ts';
