import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import {
  deliveriesQuerySchema,
  deliveriesSchema,
  deliveryParams,
  endpointParams,
  newWebhookSchema,
  webhookChangeSchema,
  webhookDeliverySchema,
  webhookSecretSchema,
  webhooksSchema,
} from '#contract/administration/webhooks.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { createPublicFetch } from '#server/http/publicFetch.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { registerDeliveryJob } from './deliver.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  readDeliveries,
  readWebhooks,
  registerResumeJob,
  replay,
  rotateSecret,
  sendTest,
  type WebhookContext,
} from './endpoints.ts';

export interface WebhooksDeps {
  pool: Pool;
  audit: Audit;
  jobs: Jobs;
  secretBox: SecretBox;
  allowsLocal: boolean;
  outbox: { wake: () => void };
  now: () => Date;
}

/** Endpoints of other systems, for administrators; 404 for everyone else (decision 0059). */
export const webhooksRoutes: FastifyPluginAsyncZod<WebhooksDeps> = async (app, deps) => {
  const { pool, jobs, audit, secretBox, allowsLocal, now } = deps;
  const send = createPublicFetch({ allowsLocal });
  registerDeliveryJob(
    jobs,
    { pool, jobs, audit, secretBox, send, wakeOutbox: () => deps.outbox.wake(), now },
    app.log,
  );
  registerResumeJob(jobs, { pool, now });
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  const present = ({ viewer }: FastifyRequest) =>
    readTenant(pool, viewer.tenantId, (tx) => readWebhooks(tx, now()));
  const change = <T>(request: FastifyRequest, work: (context: WebhookContext) => Promise<T>) =>
    withTenant(pool, request.viewer.tenantId, (tx) =>
      work({
        tx,
        audit,
        jobs,
        secretBox,
        allowsLocal,
        actor: { ...actorOf(request), userId: request.viewer.userId },
        now: now(),
      }),
    );

  app.get(
    '/admin/webhooks',
    {
      schema: {
        tags: ['admin'],
        summary: 'Webhooks: the endpoints and the event catalogue',
        response: { 200: webhooksSchema, ...problems(401, 404) },
      },
    },
    present,
  );

  app.post(
    '/admin/webhooks',
    {
      schema: {
        tags: ['admin'],
        summary: 'Add an endpoint; its secret is shown once',
        body: newWebhookSchema,
        response: { 201: webhookSecretSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const secret = await change(request, (context) => createEndpoint(context, request.body));
      return reply.code(201).send({ secret, webhooks: await present(request) });
    },
  );

  app.patch(
    '/admin/webhooks/:endpointId',
    {
      schema: {
        tags: ['admin'],
        summary: 'Change an endpoint, or switch it on or off',
        params: endpointParams,
        body: webhookChangeSchema,
        response: { 200: webhooksSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request) => {
      await change(request, (context) => changeEndpoint(context, request.params.endpointId, request.body));
      return present(request);
    },
  );

  app.delete(
    '/admin/webhooks/:endpointId',
    {
      schema: {
        tags: ['admin'],
        summary: 'Remove an endpoint with its deliveries',
        params: endpointParams,
        response: { 200: webhooksSchema, ...problems(401, 404) },
      },
    },
    async (request) => {
      await change(request, (context) => deleteEndpoint(context, request.params.endpointId));
      return present(request);
    },
  );

  app.post(
    '/admin/webhooks/:endpointId/secret',
    {
      schema: {
        tags: ['admin'],
        summary: 'Replace the secret of an endpoint; the former one also signs for a day',
        params: endpointParams,
        response: { 200: webhookSecretSchema, ...problems(401, 404) },
      },
    },
    async (request) => {
      const secret = await change(request, (context) => rotateSecret(context, request.params.endpointId));
      return { secret, webhooks: await present(request) };
    },
  );

  app.post(
    '/admin/webhooks/:endpointId/test',
    {
      config: { rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['admin'],
        summary: 'Send a test event',
        params: endpointParams,
        response: { 200: webhookDeliverySchema, ...problems(401, 404, 422, 429) },
      },
    },
    (request) => change(request, (context) => sendTest(context, request.params.endpointId)),
  );

  app.get(
    '/admin/webhooks/:endpointId/deliveries',
    {
      schema: {
        tags: ['admin'],
        summary: 'The deliveries to an endpoint in the last 30 days, in pages',
        params: endpointParams,
        querystring: deliveriesQuerySchema,
        response: { 200: deliveriesSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params, query }) =>
      readTenant(pool, viewer.tenantId, (tx) => readDeliveries(tx, params.endpointId, query)),
  );

  app.post(
    '/admin/webhooks/deliveries/:deliveryId/replay',
    {
      schema: {
        tags: ['admin'],
        summary: 'Send a delivery again',
        params: deliveryParams,
        response: { 200: webhookDeliverySchema, ...problems(401, 404, 422) },
      },
    },
    (request) => change(request, (context) => replay(context, request.params.deliveryId)),
  );
};
