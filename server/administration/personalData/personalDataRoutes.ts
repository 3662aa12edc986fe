import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  accountHistorySchema,
  dataRequestsSchema,
  erasureRequestSchema,
  ownDataRequestsSchema,
} from '#contract/administration/dataRequests.ts';
import { randomId } from '#contract/text.ts';
import { requireConfirmation } from '#server/access/session/index.ts';
import { actorOf } from '#server/administration/audit/index.ts';
import { findEmergencyAdmin, hasAnotherAdmin } from '#server/administration/peopleAdmin/index.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { dataRequestParts } from '#server/db/schema/personalData.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { readAccountHistory } from './accountHistory.ts';
import { addRequest, cancelErasure, findDownload, listRequests, readOwn } from './dataRequests.ts';
import type { PersonalDataDeps } from './deps.ts';
import { enqueueExport, registerPersonalDataJobs } from './jobs.ts';

export type PersonalDataRoutesDeps = PersonalDataDeps;

const tags = ['personal data'];

/** The viewer's rights over their own data, and the list of such requests for administrators. */
export const personalDataRoutes: FastifyPluginAsyncZod<PersonalDataRoutesDeps> = async (app, deps) => {
  const { pool, audit, now } = deps;
  registerPersonalDataJobs(deps);
  const enqueue = enqueueExport(deps);
  const subjectOf = ({ userId }: Viewer) => ({ type: 'person' as const, id: userId });

  app.get(
    '/data-requests',
    {
      schema: {
        tags,
        summary: 'Your export and your erasure',
        response: { 200: ownDataRequestsSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readOwn(tx, viewer, now())),
  );

  app.post(
    '/data-requests/export',
    {
      schema: {
        tags,
        summary: 'Ask for a copy of your data; returns the copy that is being prepared, if there is one',
        response: { 202: ownDataRequestsSchema, ...problems(401) },
      },
    },
    async (request, reply) => {
      const { viewer } = request;
      const own = await withTenant(pool, viewer.tenantId, async (tx) => {
        const { requestId, isNew } = await addRequest(tx, viewer, 'export', now());
        if (isNew) {
          await enqueue(tx, requestId);
          await audit.record(tx, actorOf(request), {
            action: 'person.export-requested',
            subject: subjectOf(viewer),
          });
        }
        return readOwn(tx, viewer, now());
      });
      return reply.code(202).send(own);
    },
  );

  app.get(
    '/data-requests/:requestId/file',
    {
      schema: {
        tags,
        summary: 'Download your finished export',
        params: z.object({ requestId: randomId }),
        response: { ...problems(401, 404) },
      },
    },
    async ({ viewer, params: { requestId } }, reply) => {
      const download = await readTenant(pool, viewer.tenantId, (tx) =>
        findDownload(tx, viewer, requestId, now()),
      );
      if (!download) throw notFound();
      reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${download.fileName}"`)
        .header('content-length', download.bytes)
        .header('cache-control', 'no-store');
      return reply.send(Readable.from(readParts(viewer, requestId)) as never);
    },
  );

  /** One part after another, each in a separate transaction. */
  async function* readParts({ tenantId }: Viewer, requestId: string) {
    for (let n = 0; ; n++) {
      const [part] = await readTenant(pool, tenantId, (tx) =>
        tx
          .select({ content: dataRequestParts.content })
          .from(dataRequestParts)
          .where(and(eq(dataRequestParts.requestId, requestId), eq(dataRequestParts.n, n))),
      );
      if (!part) return;
      yield part.content;
    }
  }

  app.post(
    '/data-requests/erasure',
    {
      schema: {
        tags,
        summary: 'Ask to be erased in 14 days, with your password or soon after a sign-in',
        body: erasureRequestSchema,
        response: { 202: ownDataRequestsSchema, ...problems(400, 401, 422, 429) },
      },
    },
    async (request, reply) => {
      const { viewer } = request;
      await requireConfirmation({ pool, now }, request, request.body.currentPassword);
      const own = await withTenant(pool, viewer.tenantId, async (tx) => {
        await requireAnotherAdmin(tx, viewer);
        const { isNew } = await addRequest(tx, viewer, 'erasure', now());
        if (isNew)
          await audit.record(tx, actorOf(request), {
            action: 'person.erasure-requested',
            subject: subjectOf(viewer),
          });
        return readOwn(tx, viewer, now());
      });
      return reply.code(202).send(own);
    },
  );

  app.delete(
    '/data-requests/erasure',
    {
      schema: {
        tags,
        summary: 'Withdraw your request to be erased',
        response: { 200: ownDataRequestsSchema, ...problems(401, 422) },
      },
    },
    (request) => {
      const { viewer } = request;
      return withTenant(pool, viewer.tenantId, async (tx) => {
        if (!(await cancelErasure(tx, viewer, now())))
          throw notPossible('There is no erasure to cancel. It may already have begun.');
        await audit.record(tx, actorOf(request), {
          action: 'person.erasure-cancelled',
          subject: subjectOf(viewer),
        });
        return readOwn(tx, viewer, now());
      });
    },
  );

  app.get(
    '/profile/account-history',
    {
      schema: {
        tags,
        summary: 'What other people changed in your account, and who read your confidential data',
        response: { 200: accountHistorySchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readAccountHistory(tx, viewer, now())),
  );

  app.get(
    '/admin/data-requests',
    {
      schema: {
        tags: ['admin'],
        summary: 'Requests for exports and erasures, open ones first by deadline',
        response: { 200: dataRequestsSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) => {
      if (!viewer.isAdmin) throw notFound();
      return readTenant(pool, viewer.tenantId, listRequests);
    },
  );
};

async function requireAnotherAdmin(tx: TenantTransaction, { userId, isAdmin }: Viewer) {
  if (!isAdmin) return;
  if ((await findEmergencyAdmin(tx)) === userId)
    throw notPossible(
      'You are the emergency administrator of single sign-on. Choose another one in the sign-on settings first.',
    );
  if (!(await hasAnotherAdmin(tx, userId)))
    throw notPossible('You are the only administrator. Make another person an administrator first.');
}
