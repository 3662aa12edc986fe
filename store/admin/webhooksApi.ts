import {
  type Deliveries,
  type DeliveriesQuery,
  deliveriesSchema,
  type WebhookChange,
  type WebhookDelivery,
  type Webhooks,
  webhookDeliverySchema,
  webhooksSchema,
} from '#contract/administration/webhooks.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { withQuery } from '#store/api/withQuery.ts';

const showWebhooks = updateCacheAfter((dispatch, webhooks: Webhooks) => {
  void dispatch(webhooksApi.util.upsertQueryData('getWebhooks', undefined, webhooks));
});

/** Webhooks for administrators. Secrets are created through the auth port (decision 0003). */
export const webhooksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getWebhooks: build.query<Webhooks, void>({
      query: () => '/admin/webhooks',
      responseSchema: webhooksSchema,
      providesTags: ['Webhook'],
    }),
    getDeliveries: build.query<Deliveries, DeliveriesQuery & { endpointId: string }>({
      query: ({ endpointId, ...query }) => withQuery(`/admin/webhooks/${endpointId}/deliveries`, query),
      responseSchema: deliveriesSchema,
      providesTags: ['Webhook'],
    }),
    changeWebhook: build.mutation<Webhooks, WebhookChange & { endpointId: string }>({
      query: ({ endpointId, ...body }) => ({ url: `/admin/webhooks/${endpointId}`, method: 'PATCH', body }),
      responseSchema: webhooksSchema,
      onQueryStarted: showWebhooks,
      invalidatesTags: (saved) => (saved ? ['Webhook', 'Audit'] : []),
    }),
    deleteWebhook: build.mutation<Webhooks, { endpointId: string }>({
      query: ({ endpointId }) => ({ url: `/admin/webhooks/${endpointId}`, method: 'DELETE' }),
      responseSchema: webhooksSchema,
      onQueryStarted: showWebhooks,
      invalidatesTags: (saved) => (saved ? ['Audit'] : []),
    }),
    sendWebhookTest: build.mutation<WebhookDelivery, { endpointId: string }>({
      query: ({ endpointId }) => ({ url: `/admin/webhooks/${endpointId}/test`, method: 'POST' }),
      responseSchema: webhookDeliverySchema,
      invalidatesTags: ['Webhook'],
    }),
    replayDelivery: build.mutation<WebhookDelivery, { deliveryId: string }>({
      query: ({ deliveryId }) => ({ url: `/admin/webhooks/deliveries/${deliveryId}/replay`, method: 'POST' }),
      responseSchema: webhookDeliverySchema,
      invalidatesTags: ['Webhook'],
    }),
  }),
});
export const {
  useGetWebhooksQuery,
  useGetDeliveriesQuery,
  useChangeWebhookMutation,
  useDeleteWebhookMutation,
  useSendWebhookTestMutation,
  useReplayDeliveryMutation,
} = webhooksApi;
