import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  createdDirectoryTokenSchema,
  directorySchema,
  directoryTokenParams,
  newDirectoryTokenSchema,
} from '#contract/administration/directory.ts';
import { actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { readDirectory } from './overview.ts';
import { baseUrlOf, type DirectoryDeps } from './scimRoutes.ts';
import { createToken, revokeToken } from './tokens.ts';

/** The settings of directory sync, for administrators; 404 for everyone else (decision 0007). */
export const directoryAdminRoutes: FastifyPluginAsyncZod<DirectoryDeps> = async (app, deps) => {
  const { pool, audit, now } = deps;
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  const present = ({ viewer }: FastifyRequest) =>
    readTenant(pool, viewer.tenantId, (tx) => readDirectory(tx, baseUrlOf(deps), now()));
  const change = <T>(
    request: FastifyRequest,
    work: (context: Parameters<typeof createToken>[0]) => Promise<T>,
  ) =>
    withTenant(pool, request.viewer.tenantId, (tx) =>
      work({
        tx,
        audit,
        actor: { ...actorOf(request), userId: request.viewer.userId },
        now: now(),
      }),
    );

  app.get(
    '/admin/directory',
    {
      schema: {
        tags: ['admin'],
        summary: 'Directory sync: its address, tokens, groups, newest changes and errors',
        response: { 200: directorySchema, ...problems(401, 404) },
      },
    },
    present,
  );

  app.post(
    '/admin/directory/tokens',
    {
      schema: {
        tags: ['admin'],
        summary: 'Create a token for directory sync, which is shown once',
        body: newDirectoryTokenSchema,
        response: { 201: createdDirectoryTokenSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const token = await change(request, (context) => createToken(context, request.body.name));
      return reply.code(201).send({ token, directory: await present(request) });
    },
  );

  app.delete(
    '/admin/directory/tokens/:tokenId',
    {
      schema: {
        tags: ['admin'],
        summary: 'Revoke a token immediately',
        params: directoryTokenParams,
        response: { 200: directorySchema, ...problems(401, 404) },
      },
    },
    async (request) => {
      await change(request, (context) => revokeToken(context, request.params.tokenId));
      return present(request);
    },
  );
};
