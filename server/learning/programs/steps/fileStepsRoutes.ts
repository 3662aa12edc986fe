import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { programSchema } from '#contract/learning/programs.ts';
import { openedFileSchema, videoProgressSchema } from '#contract/learning/uploads.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import { stepParams } from '#server/learning/programs/params.ts';
import { readOwnProgram } from '#server/learning/programs/plans/ownProgram.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { openPreviewFile } from '#server/learning/programs/setup/preview.ts';
import { openStepFile, storeProgress } from './stepFiles.ts';

const tags = ['programs'];

/** Downloading the file of a step, and watching its video (decision 0123). */
export const fileStepsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, packageAddresses },
) => {
  app.post(
    '/programs/:programId/steps/:stepKey/file/openings',
    {
      schema: {
        tags,
        summary: 'Open the file or video of a step. Completes a file step',
        params: stepParams,
        response: { 200: openedFileSchema, ...problems(401, 404, 422) },
      },
    },
    ({ viewer, params, host }) =>
      withTenant(pool, viewer.tenantId, (tx) =>
        openStepFile(tx, viewer, params, { host, addresses: packageAddresses, now: now() }),
      ),
  );

  app.get(
    '/programs/:programId/preview/steps/:stepKey/file',
    {
      schema: {
        tags,
        summary: 'The file or video of a step in the preview of a program; nothing is stored',
        params: stepParams,
        response: { 200: openedFileSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params, host }) =>
      readTenant(pool, viewer.tenantId, (tx) =>
        openPreviewFile(tx, viewer, params, { host, addresses: packageAddresses }),
      ),
  );

  app.put(
    '/programs/:programId/steps/:stepKey/video',
    {
      schema: {
        tags,
        summary: 'Store which parts of the video of a step were watched',
        params: stepParams,
        body: videoProgressSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await storeProgress(tx, viewer, params, body, now());
        return readOwnProgram(tx, viewer, params.programId);
      }),
  );
};
