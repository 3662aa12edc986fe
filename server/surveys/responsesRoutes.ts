import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { responseReceiptSchema, responseSchema } from '#contract/surveys/surveys.ts';
import { randomId } from '#contract/text.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { submitWithTicket } from '#server/surveys/anonymous/takingPart.ts';
import { type SurveySteps, submitResponse } from './participation.ts';
import { createRespondentCodes } from './respondents.ts';

interface ResponsesDeps {
  pool: Pool;
  refreshKey: Buffer;
  secretBox: SecretBox;
  steps: SurveySteps;
  now: () => Date;
  authenticate: (request: FastifyRequest) => Promise<Viewer>;
}

const hasTicket = (body: unknown) =>
  typeof body === 'object' && body !== null && 'ticket' in body && body.ticket !== undefined;

/**
 * Submitting answers. It is outside the routes of signed-in people, because a response with a ticket is sent without an
 * account. All other responses need a token.
 */
export const responsesRoutes: FastifyPluginAsyncZod<ResponsesDeps> = async (
  app,
  { pool, refreshKey, secretBox, steps, now, authenticate },
) => {
  const respondentOf = createRespondentCodes(refreshKey);
  app.post(
    '/surveys/:surveyId/responses',
    {
      // No log line says when an anonymous response was submitted, or from which address.
      logLevel: 'silent',
      preValidation: async (request) => {
        if (!hasTicket(request.body)) request.viewer = await authenticate(request);
      },
      schema: {
        tags: ['surveys'],
        summary: 'Submit your answers, or replace them while the survey is open',
        params: z.object({ surveyId: randomId }),
        body: responseSchema,
        response: { 200: responseReceiptSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, params: { surveyId }, body: { answers, ticket } }) => {
      if (!ticket)
        return withTenant(pool, viewer.tenantId, (tx) =>
          submitResponse({ tx, viewer, respondentOf, steps, now: now() }, surveyId, { answers }),
        );
      await withTenant(pool, ticket.tenantId, (tx) =>
        submitWithTicket(tx, { box: secretBox, now: now() }, surveyId, { answers, ticket }),
      );
      return { answeredOn: null };
    },
  );
};
