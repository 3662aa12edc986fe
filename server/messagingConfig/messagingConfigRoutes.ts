import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messagingConfigQuerySchema, messagingConfigSchema } from '#contract/messaging.ts';
import { problems } from '../http/problems.ts';
import { Refusal } from '../http/refusal.ts';
import { MessagingAway, MessagingRefusal } from '../realtime/index.ts';
import type { MessagingTokens } from './messagingTokens.ts';

export interface MessagingConfigDeps {
  tokens: MessagingTokens;
  now: () => Date;
  publishKey: string;
  subscribeKey: string;
  /** Where a browser reaches the service that it came to us at `hostname`; undefined for PubNub's own. */
  publicOrigin: (hostname: string) => { origin: string; ssl: boolean } | undefined;
}

export const messagingConfigRoutes: FastifyPluginAsyncZod<MessagingConfigDeps> = async (app, deps) => {
  app.get(
    '/messaging/config',
    {
      schema: {
        tags: ['messaging'],
        summary: 'Keys and a short-lived token for your own channels',
        querystring: messagingConfigQuerySchema,
        response: { 200: messagingConfigSchema, ...problems(400, 401, 503) },
      },
    },
    async ({ viewer, hostname, log, query }) => {
      const isRefused = query.refused !== undefined;
      const { token, uuid, expiresAt, cipherKey } = await deps.tokens
        .give(viewer, isRefused)
        .catch((error: unknown) => {
          if (!(error instanceof MessagingAway || error instanceof MessagingRefusal)) throw error;
          log.error({ reason: error.message }, 'no messaging token could be had');
          throw new Refusal(
            503,
            'unavailable',
            'Messages cannot be reached right now. It is tried again by itself.',
            {
              headers: { 'retry-after': '5' },
            },
          );
        });
      return {
        authKey: token,
        subKey: deps.subscribeKey,
        pubKey: deps.publishKey,
        uuid,
        expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - deps.now().getTime()) / 1_000)),
        ...deps.publicOrigin(hostname),
        ...(cipherKey !== null && { cipherKey }),
      };
    },
  );
};
