import * as z from 'zod/mini';
import { messagingUuid } from '#contract/text.ts';
import { cipherKeySchema } from './encryption.ts';

/**
 * GET /api/messaging/config. `authKey` is a short-lived access token for the user's own channels (decision 0032), valid
 * for `expiresIn` seconds. `origin` (`host:port`) and `ssl` are set if the service is not PubNub's. `cipherKeys` is set
 * if the organisation's chats are encrypted: the first key is the newest and encrypts; all keys decrypt (decision
 * 0023). `cipherKey` is the first key ever, for tabs that were opened before keys had ids.
 */
export const messagingConfigSchema = z.object({
  authKey: z.string(),
  subKey: z.string(),
  pubKey: z.string(),
  uuid: messagingUuid,
  expiresIn: z.int(),
  origin: z.optional(z.string()),
  ssl: z.optional(z.boolean()),
  cipherKeys: z.optional(z.array(cipherKeySchema).check(z.minLength(1))),
  cipherKey: z.optional(z.string()),
  /**
   * Whose presence a client follows: everyone's (the default), or only the presence of people whom the user meets
   * (decision 0133).
   */
  presence: z.optional(z.enum(['everyone', 'met'])),
});
/** `refused`: the service refused the current key, so the client requests a new one. */
export const messagingConfigQuerySchema = z.object({ refused: z.optional(z.literal('1')) });
export type MessagingConfig = z.infer<typeof messagingConfigSchema>;
