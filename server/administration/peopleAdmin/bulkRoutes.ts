import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  bulkChangesQuerySchema,
  bulkChangesSchema,
  bulkPreviewSchema,
  bulkRequestSchema,
  bulkResultSchema,
  bulkUndoSchema,
} from '#contract/administration/bulk.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, tryWithTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import { changePeople, presentPreview } from './bulkChange.ts';
import { keepForUndo, listUndoable, undoBulkChange } from './bulkUndo.ts';
import { contextOf, type PeopleAdminDeps, withChange } from './changeContext.ts';

/** Actions on several people at once. Registered inside the routes that check for an administrator. */
export const bulkRoutes: FastifyPluginAsyncZod<PeopleAdminDeps> = async (app, deps) => {
  app.post(
    '/admin/people/bulk/preview',
    {
      schema: {
        tags: ['admin'],
        summary: 'What an action on several people would change; changes nothing',
        body: bulkRequestSchema,
        response: { 200: bulkPreviewSchema, ...problems(400, 401, 404, 422) },
      },
    },
    (request) =>
      tryWithTenant(deps.pool, request.viewer.tenantId, async (tx) =>
        presentPreview(await changePeople(contextOf(deps, request, tx), request.body)),
      ),
  );

  app.post(
    '/admin/people/bulk',
    {
      schema: {
        tags: ['admin'],
        summary: 'Change several people; those whom a rule excludes are skipped with the reason',
        body: bulkRequestSchema,
        response: { 200: bulkResultSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request) => {
      const result = await withChange(deps, request, async (context) => {
        const outcome = await changePeople(context, request.body);
        return { ...(await keepForUndo(context, request.body.action, outcome)), skipped: outcome.skipped };
      });
      if (result.undoUntil) deps.wakeOutbox();
      if (request.body.action === 'deactivate') deps.onSessionEnd();
      if (request.body.action === 'resend-invitation') deps.accountLinks.wake();
      return result;
    },
  );

  app.get(
    '/admin/people/bulk',
    {
      schema: {
        tags: ['admin'],
        summary: 'Your actions on several people that can still be undone',
        querystring: bulkChangesQuerySchema,
        response: { 200: bulkChangesSchema, ...problems(400, 401, 404) },
      },
    },
    async ({ viewer, query }) => ({
      data: await readTenant(deps.pool, viewer.tenantId, (tx) =>
        listUndoable(tx, viewer.userId, query, deps.now()),
      ),
    }),
  );

  app.post(
    '/admin/people/bulk/:bulkId/undo',
    {
      schema: {
        tags: ['admin'],
        summary:
          'Restore the values from before an action; values that have changed since then are kept and listed',
        params: z.object({ bulkId: randomId }),
        response: { 200: bulkUndoSchema, ...problems(401, 404, 422) },
      },
    },
    async (request) => {
      const result = await withChange(deps, request, (context) =>
        undoBulkChange(context, request.params.bulkId),
      );
      deps.onSessionEnd();
      return result;
    },
  );
};
