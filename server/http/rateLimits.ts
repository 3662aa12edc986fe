import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';
import { tooManyRequests } from './httpError.ts';
import type { Viewer } from './viewer.ts';

/** Far more than a person with many tabs needs, or a whole office that signs in. It stops scripts that loop. */
const CALLS_PER_MINUTE = 6_000;
/** Calls without a valid token, per IP address. */
export const UNAUTHENTICATED_CALLS_PER_MINUTE = 600;
/** Calls of a directory, per token. Directories wait and retry after a refusal. */
export const DIRECTORY_CALLS_PER_MINUTE = 1_500;
/** Calls that need no token, per IP address. */
export const PUBLIC_CALLS = {
  rateLimit: { max: UNAUTHENTICATED_CALLS_PER_MINUTE, timeWindow: 60_000 },
};
/** Calls that store large content, per session. */
export const UPLOAD_CALLS = { rateLimit: { max: 30, timeWindow: 60_000 } };

/** Counted in memory, so each process has its own limit. Failed sign-ins are counted in the database instead. */
export async function limitRates(app: FastifyInstance) {
  await app.register(rateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: 60_000,
    // A whole office may share one IP address, so signed-in people are counted by session.
    keyGenerator: ({ viewer, ip }: { viewer: Viewer | null; ip: string }) =>
      viewer?.sessionId ?? callerOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      tooManyRequests('Too many requests. Wait a moment and try again.', ttl / 1_000),
  });
}
