import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  newPackageSchema,
  PACKAGE_PART_BYTES,
  packagePartQuerySchema,
  packageSchema,
} from '#contract/learning/packages.ts';
import { openedFileSchema } from '#contract/learning/uploads.ts';
import { randomId } from '#contract/text.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { badRequest, notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { openFile } from '#server/learning/packages/files/fileAddress.ts';
import type { PackageAddresses } from '#server/learning/packages/serving/addresses.ts';
import { registerCheckJob } from './checkJob.ts';
import { type CleanUpDeps, schedulePackageCleanUp } from './cleanUp.ts';
import { presentPackage, readPackage } from './packagesRepository.ts';
import { abandonUpload, receivePart, startUpload } from './uploads.ts';

export interface PackagesDeps extends CleanUpDeps {
  jobs: Jobs;
  addresses: PackageAddresses;
}

const tags = ['content'];
const params = z.object({ packageId: randomId });

/** Uploading packages and files of steps, for authors; 404 for everyone else (decisions 0083 and 0123). */
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
        summary: 'Start the upload of a package, video, captions or file',
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
        summary: 'An upload: its progress, and the result of the check',
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

  app.get(
    '/packages/:packageId/address',
    {
      schema: {
        tags,
        summary: 'The address of an uploaded video, captions or file, valid for some hours',
        params,
        response: { 200: openedFileSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { packageId }, host }) =>
      readTenant(deps.pool, viewer.tenantId, (tx) =>
        openFile(tx, { fileId: packageId }, { addresses: deps.addresses, host }),
      ),
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
        summary: 'Upload the next part of a file, 4 MB',
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
