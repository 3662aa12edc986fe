import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { blindSignatureSchema, ticketRequestSchema } from '#contract/surveys/anonymous.ts';
import { draftSchema, participationChangeSchema, participationSchema } from '#contract/surveys/surveys.ts';
import { randomId } from '#contract/text.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { issueTicket, markAnswered } from '#server/surveys/anonymous/takingPart.ts';
import { joinByStep, readParticipation, type SurveySteps, saveDraft } from './participation.ts';
import { createRespondentCodes } from './respondents.ts';

interface ParticipationDeps {
  pool: Pool;
  refreshKey: Buffer;
  secretBox: SecretBox;
  steps: SurveySteps;
  now: () => Date;
}

const tags = ['surveys'];
const params = z.object({ surveyId: randomId });

/** Routes for the invited people of a survey; 404 for everyone else. */
export const participationRoutes: FastifyPluginAsyncZod<ParticipationDeps> = async (
  app,
  { pool, refreshKey, secretBox, steps, now },
) => {
  const respondentOf = createRespondentCodes(refreshKey);
  const contextOf = (tx: TenantTransaction, { viewer }: FastifyRequest) => ({
    tx,
    viewer,
    respondentOf,
    steps,
    now: now(),
  });

  app.get(
    '/surveys/:surveyId/participation',
    {
      schema: {
        tags,
        summary: 'A survey that you are invited to, with your answers',
        params,
        response: { 200: participationSchema, ...problems(401, 404) },
      },
    },
    async (request) => {
      const { viewer, params: where } = request;
      const read = () =>
        readTenant(pool, viewer.tenantId, (tx) => readParticipation(contextOf(tx, request), where.surveyId));
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 404) throw error;
        const hasJoined = await withTenant(pool, viewer.tenantId, (tx) =>
          joinByStep(contextOf(tx, request), where.surveyId),
        );
        if (!hasJoined) throw error;
        return read();
      }
    },
  );

  app.patch(
    '/surveys/:surveyId/draft',
    {
      schema: {
        tags,
        summary: 'Save changed answers before you submit them',
        params,
        body: draftSchema,
        response: { 204: z.null(), ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      await withTenant(pool, request.viewer.tenantId, (tx) =>
        saveDraft(contextOf(tx, request), request.params.surveyId, request.body),
      );
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/surveys/:surveyId/tickets',
    {
      // No log line says when a person started an anonymous survey.
      logLevel: 'silent',
      schema: {
        tags,
        summary: 'Have the ticket for your anonymous response signed, without showing it',
        params,
        body: ticketRequestSchema,
        response: { 200: blindSignatureSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { surveyId }, body }) =>
      withTenant(pool, viewer.tenantId, (tx) =>
        issueTicket(tx, { viewer, box: secretBox, now: now() }, surveyId, body),
      ),
  );

  app.put(
    '/surveys/:surveyId/participation',
    {
      logLevel: 'silent',
      schema: {
        tags,
        summary: 'Report that you have answered an anonymous survey',
        params,
        body: participationChangeSchema,
        response: { 204: z.null(), ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, params: { surveyId } }, reply) => {
      await withTenant(pool, viewer.tenantId, (tx) => markAnswered(tx, viewer, surveyId, now()));
      return reply.code(204).send(null);
    },
  );
};
