import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  currentImportSchema,
  type ImportState,
  importApplySchema,
  importCheckSchema,
  importRevertSchema,
  importRowsQuerySchema,
  importRowsSchema,
  peopleImportSchema,
  requiredImportFields,
} from '#contract/administration/import.ts';
import { randomId } from '#contract/text.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { csvLine } from '#server/http/csv.ts';
import { badRequest, HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { type ApplyDeps, recordImport } from './applyImport.ts';
import { importJob, registerImportJob } from './importJob.ts';
import {
  changeImport,
  findNewestImport,
  lockImport,
  mayRun,
  mayStart,
  presentImport,
  REVERTIBLE,
  readFaultyRows,
  readImport,
  readOutcomes,
  reasonOf,
  revertUntilOf,
  type StoredImport,
} from './importsRepository.ts';
import { readRevert } from './revertImport.ts';
import { uploadRoute } from './uploadRoute.ts';

interface ImportDeps extends ApplyDeps {
  audit: Audit;
  jobs: Jobs;
}

const params = z.object({ importId: randomId });
const responses = { 200: peopleImportSchema, ...problems(400, 401, 404, 409, 422) };

/** Importing people from a file, for administrators; 404 for everyone else (decision 0007). */
export const importRoutes: FastifyPluginAsyncZod<ImportDeps> = async (app, deps) => {
  const { pool, jobs, now } = deps;
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });
  registerImportJob(jobs, deps, app.log);
  await app.register(uploadRoute, deps);

  /** Changes an import in one of these states, and returns its new state. */
  const change = (
    tenantId: number,
    importId: string,
    states: ImportState[],
    work: (tx: TenantTransaction, stored: StoredImport) => Promise<unknown>,
  ) =>
    withTenant(pool, tenantId, async (tx) => {
      const stored = await lockImport(tx, importId);
      if (!states.some((state) => state === stored.state)) throw outdated();
      await work(tx, stored);
      return presentImport(tx, await readImport(tx, importId), now());
    });

  app.get(
    '/admin/people/import',
    {
      schema: {
        tags: ['admin'],
        summary: 'The newest import of people, or null',
        response: { 200: currentImportSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const found = await findNewestImport(tx);
        return { data: found && (await presentImport(tx, found, now())) };
      }),
  );

  app.get(
    '/admin/people/import/:importId',
    {
      schema: {
        tags: ['admin'],
        summary: 'An import of people: its columns, the result of the check, and its progress',
        params,
        response: { 200: peopleImportSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { importId } }) =>
      readTenant(pool, viewer.tenantId, async (tx) =>
        presentImport(tx, await readImport(tx, importId), now()),
      ),
  );

  app.post(
    '/admin/people/import/:importId/check',
    {
      schema: {
        tags: ['admin'],
        summary: 'Find out what an import would do, without changing anyone',
        params,
        body: importCheckSchema,
        response: responses,
      },
    },
    ({ viewer: { tenantId }, params: { importId }, body: { mapping, createsDepartments } }) =>
      change(tenantId, importId, ['uploaded', 'checked', 'cancelled', 'failed'], async (tx, stored) => {
        requireMapping(mapping, stored.header);
        if (!(await mayStart(tx, importId))) throw replaced();
        await changeImport(tx, importId, {
          state: 'checking',
          mapping: mapping.map((field) => field ?? ''),
          createsDepartments,
          found: null,
        });
        await jobs.enqueue(tx, importJob, { importId });
      }),
  );

  app.post(
    '/admin/people/import/:importId/apply',
    {
      schema: {
        tags: ['admin'],
        summary: 'Import the people in a checked file in the background',
        params,
        body: importApplySchema,
        response: responses,
      },
    },
    ({ viewer: { tenantId, userId }, params: { importId }, body: { sendsInvitations } }) =>
      change(tenantId, importId, ['checked'], async (tx) => {
        if (!(await mayStart(tx, importId))) throw replaced();
        await changeImport(tx, importId, {
          state: 'applying',
          sendsInvitations,
          createdBy: userId,
          startedAt: now(),
        });
        await jobs.enqueue(tx, importJob, { importId });
      }),
  );

  app.post(
    '/admin/people/import/:importId/cancel',
    {
      schema: {
        tags: ['admin'],
        summary: 'Stop an import; people who were imported so far stay',
        params,
        response: responses,
      },
    },
    (request) => {
      const { tenantId } = request.viewer;
      const { importId } = request.params;
      return change(tenantId, importId, ['checking', 'applying'], async (tx, stored) => {
        const isApplying = stored.state === 'applying';
        await changeImport(tx, importId, {
          state: isApplying ? 'cancelled' : 'uploaded',
          ...(isApplying && { endedAt: now() }),
        });
        if (isApplying) await recordImport(deps, tx, stored, actorOf(request));
      });
    },
  );

  app.get(
    '/admin/people/import/:importId/revert',
    {
      schema: {
        tags: ['admin'],
        summary: 'What reverting an import would change now, or has changed',
        params,
        response: { 200: importRevertSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { importId } }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        await readImport(tx, importId);
        return readRevert(tx, importId);
      }),
  );

  app.post(
    '/admin/people/import/:importId/revert',
    {
      schema: {
        tags: ['admin'],
        summary: 'Undo an import in the background; values that have changed since then are kept and listed',
        params,
        response: responses,
      },
    },
    (request) => {
      const { tenantId, userId } = request.viewer;
      const { importId } = request.params;
      return change(tenantId, importId, REVERTIBLE, async (tx, stored) => {
        if (!revertUntilOf(stored, now()))
          throw notPossible('This import can no longer be reverted. Change the people instead.');
        if (!(await mayRun(tx, importId))) throw otherRuns();
        await changeImport(tx, importId, { state: 'reverting', revertedBy: userId });
        await deps.audit.record(tx, actorOf(request), {
          action: 'people.import-reverted',
          subject: { type: 'organisation', id: tenantId },
        });
        await jobs.enqueue(tx, importJob, { importId });
      });
    },
  );

  app.get(
    '/admin/people/import/:importId/rows',
    {
      schema: {
        tags: ['admin'],
        summary: 'The rows of a checked file that are changed, skipped or have errors, in pages',
        params,
        querystring: importRowsQuerySchema,
        response: { 200: importRowsSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params: { importId }, query }) =>
      readTenant(pool, viewer.tenantId, async (tx) =>
        readOutcomes(tx, await readImport(tx, importId), query),
      ),
  );

  app.get(
    '/admin/people/import/:importId/errors.csv',
    {
      schema: {
        tags: ['admin'],
        summary: 'The rows with errors as a CSV file with their reasons',
        params,
        response: { 200: z.string(), ...problems(401, 404) },
      },
    },
    async ({ viewer: { tenantId }, params: { importId } }, reply) => {
      const { header } = await readTenant(pool, tenantId, (tx) => readImport(tx, importId));
      async function* lines() {
        // The byte order mark tells spreadsheets that the file is UTF-8.
        yield `\ufeff${csvLine([...header, 'Line', 'Reason'])}`;
        for (let after = 0; ; ) {
          const from = after;
          const page = await readTenant(pool, tenantId, (tx) => readFaultyRows(tx, importId, from));
          const last = page.at(-1);
          if (!last) return;
          yield page
            .map(({ line, cells, details }) =>
              csvLine([...header.map((_name, index) => cells[index] ?? ''), line, reasonOf(details)]),
            )
            .join('');
          after = last.line;
        }
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="rows-with-errors.csv"')
        .send(Readable.from(lines()) as unknown as string);
    },
  );
};

const replaced = () =>
  new HttpError(
    409,
    'conflict',
    'Another file was uploaded after this one. Continue with that one, or upload this one again.',
  );
const otherRuns = () =>
  new HttpError(409, 'conflict', 'Another import is running. Wait until it has finished, or cancel it.');
const outdated = () =>
  new HttpError(
    409,
    'conflict',
    'The import is in another state now. Reload the page to see the current state.',
  );

/** Each field has one column at most, and the required ones have a column. */
function requireMapping(mapping: readonly (string | null)[], header: readonly string[]) {
  if (mapping.length !== header.length) throw badRequest({ mapping: `must have ${header.length} entries` });
  const given = mapping.filter((field) => field !== null);
  const twice = given.find((field, index) => given.indexOf(field) !== index);
  if (twice !== undefined) throw badRequest({ mapping: `has two columns for ${twice}` });
  const missing = requiredImportFields.find((field) => !given.includes(field));
  if (missing !== undefined) throw badRequest({ mapping: `has no column for ${missing}` });
}
