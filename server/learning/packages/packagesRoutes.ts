import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  newPackageSchema,
  PACKAGE_PART_BYTES,
  packagePartQuerySchema,
  packageSchema,
} from '#contract/learning/packages.ts';
import { randomId } from '#contract/text.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { badRequest, notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { registerCheckJob } from './checkJob.ts';
import { type CleanUpDeps, schedulePackageCleanUp } from './cleanUp.ts';
import { presentPackage, readPackage } from './packagesRepository.ts';
import { abandonUpload, receivePart, startUpload } from './uploads.ts';

export interface PackagesDeps extends CleanUpDeps {
  jobs: Jobs;
}

const tags = ['content'];
const params = z.object({ packageId: randomId });

/** Uploading learning packages, for authors; 404 for everyone else (decision 0083). */
export const packagesRoutes: FastifyPluginAsyncZod<PackagesDeps> = async (app, deps) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.mayAuthor) throw notFound();
  });
  registerCheckJob(deps.jobs, deps, app.log);
  schedulePackageCleanUp(deps.jobs, deps);

  app.post(
    '/packages',
    {
      schema: {
        tags,
        summary: 'Start the upload of a learning package, at most 500 MB',
        body: newPackageSchema,
        response: { 201: packageSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, body }, reply) =>
      reply.code(201).send(presentPackage(await startUpload(deps, viewer, body))),
  );

  app.get(
    '/packages/:packageId',
    {
      schema: {
        tags,
        summary: 'A learning package: the progress of its upload, and what the check found',
        params,
        response: { 200: packageSchema, ...problems(401, 404) },
      },
    },
    async ({ viewer, params: { packageId } }) =>
      presentPackage(await readTenant(deps.pool, viewer.tenantId, (tx) => readPackage(tx, packageId))),
  );

  app.delete(
    '/packages/:packageId',
    {
      schema: {
        tags,
        summary: 'Abandon an upload',
        params,
        response: { 204: z.null(), ...problems(401, 404, 422) },
      },
    },
    async ({ viewer, params: { packageId } }, reply) => {
      await abandonUpload(deps, viewer, packageId);
      return reply.code(204).send(null);
    },
  );

  await app.register(partsRoute, deps);
};

const partsRoute: FastifyPluginAsyncZod<PackagesDeps> = async (app, deps) => {
  // This plugin accepts bytes only. Parsers are encapsulated, so other routes are not affected.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: PACKAGE_PART_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.put(
    '/packages/:packageId/content',
    {
      bodyLimit: PACKAGE_PART_BYTES,
      schema: {
        tags,
        summary: 'Upload the next part of a learning package, 4 MB',
        consumes: ['application/octet-stream'],
        params,
        querystring: packagePartQuerySchema,
        response: { 200: packageSchema, ...problems(400, 401, 404, 409, 413, 415, 422) },
      },
    },
    async ({ viewer, params: { packageId }, query: { offset }, body }) => {
      if (!Buffer.isBuffer(body)) throw badRequest({ content: 'is empty' });
      return presentPackage(await receivePart(deps, viewer, { packageId, offset, content: body }));
    },
  );
};
