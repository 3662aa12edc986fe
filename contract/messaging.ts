import * as z from 'zod/mini';
import { messagingUuid } from './text.ts';

/**
 * GET /api/messaging/config. `authKey` is a short-lived access token for the person's own channels (ruling 18);
 * `expiresIn` seconds is when it must have been renewed. `origin` (`host:port`) and `ssl` only where it is not PubNub's own.
 * `cipherKey` only where the organisation's chats are encrypted (ruling 21): its members' browsers encrypt with it.
 */
export const messagingConfigSchema = z.object({
  authKey: z.string(),
  subKey: z.string(),
  pubKey: z.string(),
  uuid: messagingUuid,
  expiresIn: z.int(),
  origin: z.optional(z.string()),
  ssl: z.optional(z.boolean()),
  cipherKey: z.optional(z.string().check(z.minLength(1))),
});
/** `refused`: the service takes the key that was given last no longer, so another one is wanted. */
export const messagingConfigQuerySchema = z.object({ refused: z.optional(z.literal('1')) });
export type MessagingConfig = z.infer<typeof messagingConfigSchema>;
