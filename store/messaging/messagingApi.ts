import {
  type ConversationStarted,
  conversationStartedSchema,
  type StartConversation,
  type UnreadMessage,
  unreadMessageAcceptedSchema,
} from '#contract/messaging/chat.ts';
import { messagingConfigSchema } from '#contract/messaging/messaging.ts';
import { baseApi } from '#store/api/baseApi.ts';
import type { ApiPorts } from '#store/api/ports.ts';
import { contractBroken } from '#store/api/problemOf.ts';

/** The messaging configuration without its keys. */
export interface MessagingAccess {
  uuid: string;
  /** Seconds until the access key expires. */
  expiresIn: number;
}

export const messagingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Keys go to their port and never into an action or the state (decision 0003). */
    getMessagingConfig: build.mutation<MessagingAccess, { isRefused: boolean }>({
      async queryFn({ isRefused }, { extra }, _options, baseQuery) {
        const answer = await baseQuery(`/messaging/config${isRefused ? '?refused=1' : ''}`);
        if (answer.error) return { error: answer.error };
        const config = messagingConfigSchema.safeParse(answer.data);
        const ports = extra as ApiPorts;
        if (!config.success) {
          ports.reportError(config.error, 'answer of getMessagingConfig');
          return { error: contractBroken };
        }
        ports.messagingKeys.keep(config.data);
        return { data: { uuid: config.data.uuid, expiresIn: config.data.expiresIn } };
      },
    }),
    startConversation: build.mutation<ConversationStarted, StartConversation>({
      query: (body) => ({ url: '/conversations', method: 'POST', body }),
      responseSchema: conversationStartedSchema,
    }),
    postUnreadMessage: build.mutation<{ accepted: boolean }, UnreadMessage>({
      query: (body) => ({ url: '/unread-messages', method: 'POST', body }),
      responseSchema: unreadMessageAcceptedSchema,
    }),
  }),
});
