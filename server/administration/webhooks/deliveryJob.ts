import * as z from 'zod/mini';
import { instant, randomId } from '#contract/text.ts';
import type { JobKind } from '#server/jobs/index.ts';

/** One attempt to send a delivery. A failed attempt adds the job of the next one, so the retries of the queue are for crashes. */
export const deliveryJob: JobKind<{ deliveryId: string }> = {
  name: 'webhook-delivery',
  payload: z.object({ deliveryId: randomId }),
  maxSeconds: 60,
};

export interface ResumePayload {
  endpointId: string;
  /** When the endpoint was switched on. Later messages and attempts have their own jobs. */
  until: string;
  /** The last message of the earlier batch. */
  after: { deliveryId: string; createdAt: string } | null;
}

/** Sends the next messages that wait for an endpoint. */
export const resumeJob: JobKind<ResumePayload> = {
  name: 'webhook-resume',
  payload: z.object({
    endpointId: randomId,
    until: instant,
    after: z.nullable(z.object({ deliveryId: randomId, createdAt: instant })),
  }),
  maxSeconds: 60,
};
