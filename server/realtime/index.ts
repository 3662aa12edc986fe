export { permissionsOf } from './permissions.ts';
export { connectPubNub, type PubNubSettings, sealWith } from './pubnub.ts';
export {
  type MessageMark,
  MessagingAway,
  MessagingRefusal,
  type Realtime,
  type TokenHolder,
} from './realtime.ts';
