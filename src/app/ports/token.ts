import * as z from 'zod/mini';

/** The id token in memory. Times are milliseconds since the epoch: `expiresAt` by the service's clock, `obtainedAt` by ours. */
export const tokenSchema = z.object({
  idToken: z.string(),
  expiresAt: z.number(),
  lifetimeMs: z.number(),
  obtainedAt: z.number(),
});
export type Token = z.infer<typeof tokenSchema>;
