import * as z from 'zod/mini';

/**
 * The id token in memory. Times are milliseconds since the epoch: `expiresAt` by the server's clock, `obtainedAt` by
 * the browser's clock.
 */
export const tokenSchema = z.object({
  idToken: z.string(),
  expiresAt: z.number(),
  lifetimeMs: z.number(),
  obtainedAt: z.number(),
});
export type Token = z.infer<typeof tokenSchema>;
