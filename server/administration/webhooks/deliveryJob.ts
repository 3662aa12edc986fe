import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import type { JobKind } from '#server/jobs/index.ts';

/** One attempt to send a delivery. A failed attempt adds the job of the next one, so the retries of the queue are for crashes. */
export const deliveryJob: JobKind<{ deliveryId: string }> = {
  name: 'webhook-delivery',
  payload: z.object({ deliveryId: randomId }),
  maxSeconds: 60,
};
