import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { chatChannel } from '#contract/messaging/channels.ts';
import {
  conversationStartedSchema,
  startConversationSchema,
  unreadMessageAcceptedSchema,
  unreadMessageSchema,
} from '#contract/messaging/chat.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notPossible, unavailable } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { MessagingUnavailable, type Realtime } from '#server/realtime/index.ts';
import { findPair } from './conversations.ts';
import { findUnread, type Reader } from './findUnread.ts';
import { closeOpenPost, findReader, type OpenPost, recordUnread } from './unreadPosts.ts';

export interface ChatDeps {
  pool: Pool;
  realtime: Pick<Realtime, 'setMembers' | 'membership' | 'messagesAfter'>;
  /** How long an offline receiver has to read a message before a mail is sent. */
  unreadMailDelayMs: number;
  now: () => Date;
}

/**
 * Tolerated difference between our clock and the messaging service's clock. Unread messages sent within this time after
 * the post keep the post open, so the time is short.
 */
const CLOCK_TOLERANCE_MS = 2_000;

/** Responds with 503 while the messaging service is not available. */
async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof MessagingUnavailable)) throw error;
    throw unavailable('The messaging service is not available. Try again in a moment.', 5);
  }
}

export const chatRoutes: FastifyPluginAsyncZod<ChatDeps> = async (app, deps) => {
  const { pool, realtime, now, unreadMailDelayMs } = deps;

  app.post(
    '/conversations',
    {
      schema: {
        tags: ['chat'],
        summary: 'Start a conversation with a person in your directory',
        description: 'Makes both people members of their channel. An existing conversation does not change.',
        body: startConversationSchema,
        response: { 200: conversationStartedSchema, ...problems(400, 401, 404, 503) },
      },
    },
    async ({ viewer, body }) => {
      const { channel, uuids } = await readTenant(pool, viewer.tenantId, (tx) =>
        findPair(tx, viewer, body.peerId),
      );
      await orUnavailable(realtime.setMembers(channel, uuids));
      return { channel };
    },
  );

  async function hasBeenRead({ createdAt, sender, reader }: OpenPost) {
    const until = new Date(createdAt.getTime() + CLOCK_TOLERANCE_MS);
    const { count } = await orUnavailable(findUnread(realtime, sender, reader, now(), { until }));
    return count === 0;
  }

  /** The receiver's membership proves that the conversation exists, because only the server can create it. */
  async function requireConversation({ tenantId, userId }: Viewer, reader: Reader) {
    const channel = chatChannel(tenantId, userId, reader.userId);
    if ((await orUnavailable(realtime.membership(channel, reader.uuid))) === null)
      throw notPossible('You have no conversation with this person.');
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
        response: { 200: unreadMessageAcceptedSchema, ...problems(400, 401, 404, 422, 503) },
      },
    },
    async ({ viewer, body }) => {
      const reader = await readTenant(pool, viewer.tenantId, (tx) => findReader(tx, viewer, body.receiverId));
      await requireConversation(viewer, reader);
      const post = () =>
        withTenant(pool, viewer.tenantId, (tx) =>
          recordUnread(tx, viewer, reader, body.previewText, now(), unreadMailDelayMs),
        );
      const earlier = await post();
      if (earlier === null) return { accepted: true };
      if (!(await hasBeenRead(earlier))) return { accepted: false };
      await withTenant(pool, viewer.tenantId, (tx) => closeOpenPost(tx, earlier.id, now()));
      return { accepted: (await post()) === null };
    },
  );
};
