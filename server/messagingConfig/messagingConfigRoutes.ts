import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messagingConfigQuerySchema, messagingConfigSchema } from '#contract/messaging/messaging.ts';
import { unavailable } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { MessagingRejected, MessagingUnavailable } from '#server/realtime/index.ts';
import type { MessagingTokens } from './messagingTokens.ts';

export interface MessagingConfigDeps {
  tokens: MessagingTokens;
  now: () => Date;
  publishKey: string;
  subscribeKey: string;
  /** Address of the messaging service for a browser that loaded the page from `hostname`; undefined for PubNub itself. */
  publicOrigin: (hostname: string) => { origin: string; ssl: boolean } | undefined;
}

export const messagingConfigRoutes: FastifyPluginAsyncZod<MessagingConfigDeps> = async (app, deps) => {
  app.get(
    '/messaging/config',
    {
      schema: {
        tags: ['messaging'],
        summary: 'Get messaging keys and a short-lived token for your own channels',
        querystring: messagingConfigQuerySchema,
        response: { 200: messagingConfigSchema, ...problems(400, 401, 503) },
      },
    },
    async ({ viewer, hostname, log, query }) => {
      const isRefused = query.refused !== undefined;
      const { token, uuid, expiresAt, cipherKeys, isLarge } = await deps.tokens
        .getToken(viewer, isRefused)
        .catch((error: unknown) => {
          if (!(error instanceof MessagingUnavailable || error instanceof MessagingRejected)) throw error;
          log.error({ reason: error.message }, 'messaging token could not be granted');
          throw unavailable(
            'The messaging service is not available. Trellis will try again automatically.',
            5,
          );
        });
      const oldest = cipherKeys.at(-1);
      return {
        authKey: token,
        subKey: deps.subscribeKey,
        pubKey: deps.publishKey,
        uuid,
        expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - deps.now().getTime()) / 1_000)),
        ...deps.publicOrigin(hostname),
        ...(oldest && { cipherKeys, cipherKey: oldest.key }),
        ...(isLarge && { presence: 'met' as const }),
      };
    },
  );
};
