import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { unreadMessageAcceptedSchema, unreadMessageSchema } from '#contract/chat.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { MessagingUnavailable, type Realtime } from '#server/realtime/index.ts';
import { findUnread } from './findUnread.ts';
import { closeOpenPost, type OpenPost, recordUnread } from './unreadPosts.ts';

export interface ChatDeps {
  pool: Pool;
  realtime: Pick<Realtime, 'readPosition' | 'messagesAfter'>;
  /** How long an offline receiver has to read a message before a mail is sent. */
  unreadMailDelayMs: number;
  now: () => Date;
}

/**
 * Tolerated difference between our clock and the messaging service's. Unread messages sent within this time after the post
 * keep the post open, so it is short.
 */
const CLOCK_TOLERANCE_MS = 2_000;

export const chatRoutes: FastifyPluginAsyncZod<ChatDeps> = async (app, deps) => {
  const { pool, realtime, now, unreadMailDelayMs } = deps;
  async function hasBeenRead({ createdAt, sender, reader }: OpenPost) {
    const until = new Date(createdAt.getTime() + CLOCK_TOLERANCE_MS);
    const { count } = await findUnread(realtime, sender, reader, now(), { until }).catch((error: unknown) => {
      if (!(error instanceof MessagingUnavailable)) throw error;
      throw new HttpError(
        503,
        'unavailable',
        'The messaging service is not available. Try again in a moment.',
        {
          headers: { 'retry-after': '5' },
        },
      );
    });
    return count === 0;
  }

  app.post(
    '/unread-messages',
    {
      schema: {
        tags: ['chat'],
        summary: 'Report an unread message for an offline person',
        description:
          'Accepted once per conversation until the receiver has read it. If it is still unread 2 minutes later, the receiver gets an email.',
        body: unreadMessageSchema,
        response: { 200: unreadMessageAcceptedSchema, ...problems(400, 401, 404, 503) },
      },
    },
    async ({ viewer, body }) => {
      const post = () =>
        withTenant(pool, viewer.tenantId, (tx) => recordUnread(tx, viewer, body, now(), unreadMailDelayMs));
      const earlier = await post();
      if (earlier === null) return { accepted: true };
      if (!(await hasBeenRead(earlier))) return { accepted: false };
      await withTenant(pool, viewer.tenantId, (tx) => closeOpenPost(tx, earlier.id, now()));
      return { accepted: (await post()) === null };
    },
  );
};
