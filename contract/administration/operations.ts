import * as z from 'zod/mini';

/** GET /api/live: the process answers. */
export const liveSchema = z.object({ status: z.literal('live') });

/** GET /api/ready: 200 while this server can serve requests, otherwise 503 with the same body. */
export const readySchema = z.object({ status: z.enum(['ready', 'database-failed', 'stopping']) });
export type Ready = z.infer<typeof readySchema>;

/** GET /api/health: the state of all parts. The status is always 200, because people read it, not load balancers. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'failed']),
  messaging: z.enum(['ok', 'failed']),
  outbox: z.object({ waiting: z.int() }),
});
export type Health = z.infer<typeof healthSchema>;

/** GET /api/config: what the client needs before sign-in. Public by design. */
export const clientConfigSchema = z.object({
  deployment: z.string(),
  version: z.string(),
  /** The address to which the browser reports errors. It contains a public key. */
  errorReports: z.optional(z.object({ dsn: z.string() })),
  /** Whether an analytics agent is configured. It runs only in organisations that have agreed. */
  hasAnalytics: z.optional(z.boolean()),
});
export type ClientConfig = z.infer<typeof clientConfigSchema>;
