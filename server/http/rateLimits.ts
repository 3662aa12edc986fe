import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from './refusal.ts';
import type { Viewer } from './viewer.ts';

/** Far above what a person with many tabs causes, or a house that signs in; it stops a script that has run away. */
const CALLS_PER_MINUTE = 6_000;
/** Calls that need no token, by address. */
export const OPEN_CALLS = { rateLimit: { max: 600, timeWindow: 60_000 } };
/** Calls that store something large, by session. */
export const LARGE_CALLS = { rateLimit: { max: 30, timeWindow: 60_000 } };

/** Counted in memory: each process has its own limit, which is good enough for a brake (sign-in has its own count). */
export async function limitRates(app: FastifyInstance) {
  await app.register(rateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: 60_000,
    // A whole house may come from one address: who is signed in is counted alone. (Authentication comes first.)
    keyGenerator: ({ viewer, ip }: { viewer: Viewer | null; ip: string }) => viewer?.sessionId ?? ip,
    errorResponseBuilder: (_request, { ttl }) =>
      tooManyRequests('That was too often. Wait a little and try again.', ttl / 1_000),
  });
}
