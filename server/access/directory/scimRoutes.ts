import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import type { Audit } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { createCallerLimit } from '#server/http/callerLimit.ts';
import { notFound } from '#server/http/httpError.ts';
import { toHttpError } from '#server/http/problems.ts';
import { DIRECTORY_CALLS_PER_MINUTE, UNAUTHENTICATED_CALLS_PER_MINUTE } from '#server/http/rateLimits.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { groupAttributes, pickAttributes, userAttributes } from './attributes.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './descriptions.ts';
import { isWorthShowing, keepError } from './errors.ts';
import { idOf } from './filter.ts';
import {
  changeableGroup,
  changeGroup,
  createGroup,
  findGroup,
  listGroups,
  presentGroup,
  readGroup,
  removeGroup,
} from './groups.ts';
import { presentList, project, readQuery } from './page.ts';
import { applyPatch } from './patch.ts';
import { presentError } from './scimError.ts';
import { authenticateDirectory, type DirectoryCaller, TokenRevoked } from './tokens.ts';
import { changeableUser, presentUser, readUser, removedUser } from './userResource.ts';
import { changeUser, createUser, type DirectoryContext, findUser, listUsers, removeUser } from './users.ts';

export interface DirectoryDeps {
  pool: Pool;
  audit: Audit;
  accountLinks: AccountLinks;
  jobs: Pick<Jobs, 'enqueue'>;
  publicOrigin: string;
  /** Called when sessions have ended, so that their messaging tokens are revoked. */
  onSessionEnd: () => void;
  reports: { captureError(error: unknown, request: FastifyRequest): void } | null;
  now: () => Date;
}

export const SCIM_PATH = '/scim/v2';
export const baseUrlOf = ({ publicOrigin }: Pick<DirectoryDeps, 'publicOrigin'>) =>
  `${publicOrigin}${SCIM_PATH}`;

const MEDIA_TYPE = 'application/scim+json; charset=utf-8';
/** Room for the members of a large group. */
const BODY_LIMIT = 2 * 1024 * 1024;

/**
 * SCIM 2.0 (RFC 7643, RFC 7644). The token of a request determines the organisation. The routes describe themselves at
 * `/Schemas` and are not part of the OpenAPI document. See docs/decisions/0056-directory-sync.md.
 */
export const scimRoutes: FastifyPluginAsync<DirectoryDeps> = async (app, deps) => {
  const { pool, now } = deps;
  const baseUrl = baseUrlOf(deps);
  app.decorateRequest('directory', null);

  const limitCallers = createCallerLimit(UNAUTHENTICATED_CALLS_PER_MINUTE, now);
  app.addHook('onRequest', async (request) => {
    request.directory = await limitCallers(request.ip, () =>
      authenticateDirectory(deps, request.headers.authorization),
    );
  });
  const options = {
    bodyLimit: BODY_LIMIT,
    schema: { hide: true },
    config: {
      rateLimit: {
        max: DIRECTORY_CALLS_PER_MINUTE,
        timeWindow: 60_000,
        keyGenerator: ({ directory }: FastifyRequest) => `directory ${directory?.tokenId}`,
      },
    },
  };
  app.addContentTypeParser(
    'application/scim+json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.setErrorHandler(async (error, request, reply) => {
    const httpError = toHttpError(error);
    if (httpError.status >= 500) {
      request.log.error({ err: error }, 'request failed');
      deps.reports?.captureError(error, request);
    }
    const { status, body } = presentError(httpError);
    const caller = request.directory ?? (error instanceof TokenRevoked ? error.caller : null);
    if (caller) await keep(request, caller, status, body.detail);
    return send(reply.headers(httpError.headers), body, status);
  });
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = presentError(notFound());
    return send(reply, body, status);
  });

  const send = (reply: FastifyReply, body: object, status = 200) =>
    reply.code(status).type(MEDIA_TYPE).send(body);
  const keep = (request: FastifyRequest, caller: DirectoryCaller, status: number, detail: string) => {
    const { method, body } = request;
    const { id } = (request.params ?? {}) as { id?: string };
    const refusal = { method, route: request.routeOptions.url ?? '', id, body, status, detail };
    if (!isWorthShowing(refusal)) return;
    return keepError(deps, caller, refusal).catch((reason: unknown) =>
      request.log.error({ err: reason }, 'an error of the directory sync could not be kept'),
    );
  };
  const callerOf = ({ directory }: FastifyRequest): DirectoryCaller => {
    if (!directory) throw new Error('The request has no directory');
    return directory;
  };
  const read = <T>(request: FastifyRequest, work: Parameters<typeof readTenant<T>>[2]) =>
    readTenant(pool, callerOf(request).tenantId, work);
  const change = <T>(request: FastifyRequest, work: (context: DirectoryContext) => Promise<T>) => {
    const { tenantId, tokenId } = callerOf(request);
    const actor = { userId: null, requestId: request.id, address: request.ip, directoryToken: tokenId };
    return withTenant(pool, tenantId, (tx) =>
      work({ tx, audit: deps.audit, accountLinks: deps.accountLinks, jobs: deps.jobs, actor, now: now() }),
    );
  };
  const idIn = ({ params }: FastifyRequest) => String((params as { id?: string }).id);
  const userIdIn = (request: FastifyRequest) => {
    const id = idOf(idIn(request));
    if (id === null) throw notFound();
    return id;
  };

  app.get('/ServiceProviderConfig', options, (_request, reply) =>
    send(reply, serviceProviderConfig(baseUrl)),
  );
  for (const [path, describe] of [
    ['/ResourceTypes', resourceTypes],
    ['/Schemas', schemas],
  ] as const) {
    app.get(path, options, (_request, reply) => {
      const all = describe(baseUrl);
      return send(reply, presentList(readQuery({}), all.length, all));
    });
    app.get(`${path}/:id`, options, (request, reply) => {
      const found = describe(baseUrl).find(({ id }) => id === idIn(request));
      if (!found) throw notFound();
      return send(reply, found);
    });
  }

  app.get('/Users', options, async (request, reply) => {
    const query = readQuery(request.query);
    const { total, users } = await read(request, (tx) => listUsers(tx, query.filter, query.page));
    return send(
      reply,
      presentList(
        query,
        total,
        users.map((user) => presentUser(user, baseUrl)),
      ),
    );
  });

  app.get('/Users/:id', options, async (request, reply) => {
    const query = readQuery(request.query);
    const user = await read(request, (tx) => findUser(tx, userIdIn(request)));
    return send(reply, project(presentUser(user, baseUrl), query));
  });

  app.post('/Users', options, async (request, reply) => {
    const input = readUser(pickAttributes(userAttributes, request.body));
    const user = await change(request, async (context) =>
      findUser(context.tx, await createUser(context, input)),
    );
    // The person may have been active until now.
    if (user.status === 'deactivated') deps.onSessionEnd();
    deps.accountLinks.wake();
    const body = presentUser(user, baseUrl);
    return send(reply.header('location', body.meta.location), body, 201);
  });

  for (const method of ['PUT', 'PATCH'] as const)
    app.route({
      ...options,
      method,
      url: '/Users/:id',
      async handler(request, reply) {
        const { user, isDeactivated } = await change(request, async (context) => {
          const before = await findUser(context.tx, userIdIn(request));
          const current = changeableUser(before);
          const resource =
            method === 'PATCH'
              ? { ...removedUser, ...applyPatch(userAttributes, current, request.body) }
              : { emails: current.emails, ...pickAttributes(userAttributes, request.body) };
          const outcome = await changeUser(context, before, readUser(resource, before));
          return { ...outcome, user: await findUser(context.tx, before.id) };
        });
        if (isDeactivated) deps.onSessionEnd();
        deps.accountLinks.wake();
        return send(reply, presentUser(user, baseUrl));
      },
    });

  app.delete('/Users/:id', options, async (request, reply) => {
    const { isDeactivated } = await change(request, (context) => removeUser(context, userIdIn(request)));
    if (isDeactivated) deps.onSessionEnd();
    return reply.code(204).send();
  });

  app.get('/Groups', options, async (request, reply) => {
    const query = readQuery(request.query);
    const withMembers = query.attributes ? query.attributes.has('members') : !query.excluded.has('members');
    const { total, groups } = await read(request, (tx) =>
      listGroups(tx, query.filter, query.page, withMembers),
    );
    return send(
      reply,
      presentList(
        query,
        total,
        groups.map((group) => presentGroup(group, baseUrl)),
      ),
    );
  });

  app.get('/Groups/:id', options, async (request, reply) => {
    const query = readQuery(request.query);
    const group = await read(request, (tx) => findGroup(tx, idIn(request)));
    return send(reply, project(presentGroup(group, baseUrl), query));
  });

  app.post('/Groups', options, async (request, reply) => {
    const input = readGroup(pickAttributes(groupAttributes, request.body));
    const group = await change(request, async (context) =>
      findGroup(context.tx, await createGroup(context, input)),
    );
    const body = presentGroup(group, baseUrl);
    return send(reply.header('location', body.meta.location), body, 201);
  });

  for (const method of ['PUT', 'PATCH'] as const)
    app.route({
      ...options,
      method,
      url: '/Groups/:id',
      async handler(request, reply) {
        const group = await change(request, async (context) => {
          const before = await findGroup(context.tx, idIn(request));
          const resource =
            method === 'PATCH'
              ? applyPatch(groupAttributes, changeableGroup(before), request.body)
              : pickAttributes(groupAttributes, request.body);
          // A PUT without members, and a PATCH that removes them, leave the group empty.
          await changeGroup(context, before.id, readGroup({ members: [], ...resource }));
          return findGroup(context.tx, before.id);
        });
        return send(reply, presentGroup(group, baseUrl));
      },
    });

  app.delete('/Groups/:id', options, async (request, reply) => {
    await change(request, (context) => removeGroup(context, idIn(request)));
    return reply.code(204).send();
  });
};
