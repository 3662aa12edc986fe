import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import {
  IMPORT_MAX_BYTES,
  importUploadQuerySchema,
  peopleImportSchema,
} from '#contract/administration/import.ts';
import { newId } from '#server/db/ids.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { badRequest, HttpError, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { UPLOAD_CALLS } from '#server/http/rateLimits.ts';
import { type CsvRow, decodeCsv, readCsv } from './csvFile.ts';
import { findNewestImport, presentImport, RUNNING, readImport, storeImport } from './importsRepository.ts';

/** The type that a browser sends for a CSV file depends on the installed programs. */
const TYPES = [
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
];

export const uploadRoute: FastifyPluginAsyncZod<{ pool: Pool; now: () => Date }> = async (
  app,
  { pool, now },
) => {
  // This plugin accepts files only. Parsers are encapsulated, so other routes are not affected.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    TYPES,
    { parseAs: 'buffer', bodyLimit: IMPORT_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.post(
    '/admin/people/import',
    {
      config: UPLOAD_CALLS,
      bodyLimit: IMPORT_MAX_BYTES,
      schema: {
        tags: ['admin'],
        summary: 'Upload a CSV file of people, at most 20 MB; the first row names the columns',
        consumes: TYPES,
        querystring: importUploadQuerySchema,
        response: { 200: peopleImportSchema, ...problems(400, 401, 404, 409, 413, 415, 422) },
      },
    },
    async ({ viewer: { tenantId, userId }, body, query }) => {
      if (!Buffer.isBuffer(body) || body.length === 0) throw badRequest({ file: 'is empty' });
      const newest = await readTenant(pool, tenantId, findNewestImport);
      if (newest && RUNNING.includes(newest.state))
        throw new HttpError(
          409,
          'conflict',
          'Another import is running. Wait until it has finished, or cancel it.',
        );
      const file = decodeCsv(body);
      const rows: CsvRow[] = [];
      for await (const row of readCsv(file)) rows.push(row);
      const header = rows.shift()?.cells ?? [];
      if (rows.length === 0)
        throw notPossible('The file has no rows below the names of its columns. Choose another file.');
      const id = newId();
      await storeImport(
        pool,
        tenantId,
        {
          id,
          createdBy: userId,
          createdAt: now(),
          fileName: query.fileName || 'people.csv',
          fileBytes: body.length,
          encoding: file.encoding,
          delimiter: file.delimiter,
          header,
        },
        rows,
      );
      return readTenant(pool, tenantId, async (tx) => presentImport(tx, await readImport(tx, id), now()));
    },
  );
};
