import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { unreadMessageAcceptedSchema, unreadMessageSchema } from '#contract/chat.ts';
import { withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { Refusal } from '../http/refusal.ts';
import { MessagingAway, type Realtime } from '../realtime/index.ts';
import { unreadFrom } from './unreadFrom.ts';
import { closePost, type EarlierPost, postUnread } from './unreadPosts.ts';

export interface ChatDeps {
  pool: Pool;
  realtime: Pick<Realtime, 'readPosition' | 'messagesAfter'>;
  /** So long whoever is away has time to come back and read before a mail tells them. */
  unreadMailDelayMs: number;
  now: () => Date;
}

/**
 * A message stands with the messaging service before its post reaches us; so far may the two clocks be apart. Not more:
 * what is written so soon after it, and is not read, keeps the post open.
 */
const CLOCKS_APART_MS = 2_000;

export const chatRoutes: FastifyPluginAsyncZod<ChatDeps> = async (app, deps) => {
  const { pool, realtime, now, unreadMailDelayMs } = deps;
  async function hasBeenRead({ createdAt, writer, reader }: EarlierPost) {
    const until = new Date(createdAt.getTime() + CLOCKS_APART_MS);
    const { count } = await unreadFrom(realtime, writer, reader, now(), { until }).catch((error: unknown) => {
      if (!(error instanceof MessagingAway)) throw error;
      throw new Refusal(503, 'unavailable', 'Messages cannot be reached right now. Try again.', {
        headers: { 'retry-after': '5' },
      });
    });
    return count === 0;
  }

  app.post(
    '/unread-messages',
    {
      schema: {
        tags: ['chat'],
        summary: 'Say that a message waits for somebody who is away',
        description:
          'Taken once in a conversation until the receiver has read it. Who has not read it two minutes later gets a mail.',
        body: unreadMessageSchema,
        response: { 200: unreadMessageAcceptedSchema, ...problems(400, 401, 404, 503) },
      },
    },
    async ({ viewer, body }) => {
      const post = () =>
        withTenant(pool, viewer.tenantId, (tx) => postUnread(tx, viewer, body, now(), unreadMailDelayMs));
      const earlier = await post();
      if (earlier === null) return { accepted: true };
      if (!(await hasBeenRead(earlier))) return { accepted: false };
      await withTenant(pool, viewer.tenantId, (tx) => closePost(tx, earlier.id, now()));
      return { accepted: (await post()) === null };
    },
  );
};
