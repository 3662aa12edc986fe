import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  newLaunchSchema,
  packageLaunchSchema,
  packageProblemSchema,
  packageResultSchema,
} from '#contract/learning/packages.ts';
import { programSchema } from '#contract/learning/programs.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import { stepParams } from '#server/learning/programs/params.ts';
import { readOwnProgram } from '#server/learning/programs/plans/ownProgram.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { launchPackage, noteTooLarge, storeResult } from './packageAttempts.ts';

const tags = ['programs'];

/** Playing the learning package of a step (decision 0084). */
export const packageStepsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, packageAddresses },
) => {
  app.post(
    '/programs/:programId/steps/:stepKey/package/launches',
    {
      schema: {
        tags,
        summary: 'Open the learning package of a step',
        params: stepParams,
        body: newLaunchSchema,
        response: { 200: packageLaunchSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body, host }) =>
      withTenant(pool, viewer.tenantId, (tx) =>
        launchPackage(tx, viewer, params, { ...body, host, addresses: packageAddresses, now: now() }),
      ),
  );

  app.post(
    '/programs/:programId/steps/:stepKey/package/results',
    {
      schema: {
        tags,
        summary: 'Store the values that a learning package has reported',
        params: stepParams,
        body: packageResultSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await storeResult(tx, viewer, params, body, now());
        return readOwnProgram(tx, viewer, params.programId);
      }),
  );

  app.post(
    '/programs/:programId/steps/:stepKey/package/problems',
    {
      schema: {
        tags,
        summary: 'Tell the author that a learning package tried to store too much',
        params: stepParams,
        body: packageProblemSchema,
        response: { 204: z.null(), ...problems(400, 401, 404, 409, 422) },
      },
    },
    async ({ viewer, params, body }, reply) => {
      await withTenant(pool, viewer.tenantId, (tx) => noteTooLarge(tx, viewer, params, body));
      return reply.code(204).send(null);
    },
  );
};
