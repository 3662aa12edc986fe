import * as z from 'zod/mini';
import { instant, randomId, singleLineText } from '#contract/text.ts';
import { webhookEventTypes } from './webhookEvents.ts';

/** For administrators only; 404 for others (decision 0059). */

export const MAX_ENDPOINTS = 10;
export const MAX_ATTEMPTS = 12;

const eventType = z.string().check(
  z.refine((text) => (webhookEventTypes as string[]).includes(text), {
    error: 'is not an event in the catalogue',
  }),
);
const events = z
  .array(eventType)
  .check(
    z.minLength(1, 'needs at least one event'),
    z.maxLength(webhookEventTypes.length, 'has a repeated event'),
  );
/** Local deployments may use http:// on their own machine; the server refuses it elsewhere. */
const isAddress = (text: string) =>
  URL.canParse(text) &&
  /^(https:\/\/|http:\/\/([\w.-]+\.)?(localhost|127\.[\d.]+|\[::1\])([:/?]|$))/i.test(text);
const url = singleLineText(500).check(
  z.refine(isAddress, { error: 'must be an address that starts with https://' }),
);

/** POST /api/admin/webhooks. */
export const newWebhookSchema = z.object({ url, events });
export type NewWebhook = z.infer<typeof newWebhookSchema>;
/** PATCH /api/admin/webhooks/{endpointId}. Switching an endpoint on sends its pending deliveries. */
export const webhookChangeSchema = z
  .object({ url: z.optional(url), events: z.optional(events), isOn: z.optional(z.boolean()) })
  .check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'changes nothing',
    }),
  );
export type WebhookChange = z.infer<typeof webhookChangeSchema>;

export const webhookEndpointSchema = z.object({
  endpointId: randomId,
  url: z.string(),
  events: z.array(z.string()),
  /** `failed`: switched off by Trellis, because no attempt succeeded for days. */
  state: z.enum(['on', 'off', 'failed']),
  failingSince: z.nullable(instant),
  lastSuccessAt: z.nullable(instant),
  waiting: z.int(),
  secretCreatedAt: instant,
  /** Until this time, messages are also signed with the previous secret. */
  formerSecretUntil: z.nullable(instant),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** GET /api/admin/webhooks. */
export const webhooksSchema = z.object({
  endpoints: z.array(webhookEndpointSchema),
  catalogue: z.array(
    z.object({
      type: z.string(),
      summary: z.string(),
      /** JSON schema of the message, as text. */
      schema: z.string(),
    }),
  ),
});
export type Webhooks = z.infer<typeof webhooksSchema>;
/** The secret is sent only once. */
export const webhookSecretSchema = z.object({ secret: z.string(), webhooks: webhooksSchema });

export const webhookDeliverySchema = z.object({
  deliveryId: randomId,
  type: z.string(),
  messageId: z.string(),
  createdAt: instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  lastAttemptAt: z.nullable(instant),
  nextAttemptAt: z.nullable(instant),
  /** The HTTP status of the last attempt. */
  status: z.nullable(z.int()),
  /** Why the last attempt received no HTTP status. */
  failure: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** GET /api/admin/webhooks/{endpointId}/deliveries: newest first. `after` is the `next` of the previous page. */
export const deliveriesQuerySchema = z.object({
  state: z.optional(z.enum(['waiting', 'delivered', 'failed'])),
  after: z.optional(randomId),
});
export type DeliveriesQuery = z.infer<typeof deliveriesQuerySchema>;
export const deliveriesSchema = z.object({
  data: z.array(webhookDeliverySchema),
  next: z.nullable(randomId),
});
export type Deliveries = z.infer<typeof deliveriesSchema>;

export const endpointParams = z.object({ endpointId: randomId });
export const deliveryParams = z.object({ deliveryId: randomId });
