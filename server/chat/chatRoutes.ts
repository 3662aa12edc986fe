import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { unreadMessageAcceptedSchema, unreadMessageSchema } from '#contract/chat.ts';
import { withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { postUnread } from './unreadPosts.ts';

export interface ChatDeps {
  pool: Pool;
  now: () => Date;
}

export const chatRoutes: FastifyPluginAsyncZod<ChatDeps> = async (app, { pool, now }) => {
  app.post(
    '/unread-messages',
    {
      schema: {
        tags: ['chat'],
        summary: 'Say that a message waits for somebody who is away',
        body: unreadMessageSchema,
        response: { 200: unreadMessageAcceptedSchema, ...problems(400, 401, 404) },
      },
    },
    async ({ viewer, body }) => ({
      accepted: await withTenant(pool, viewer.tenantId, (tx) => postUnread(tx, viewer, body, now())),
    }),
  );
};
