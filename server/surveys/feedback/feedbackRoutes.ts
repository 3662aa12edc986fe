import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { feedbackSchema, ratersChangeSchema, ratersSchema } from '#contract/surveys/feedback.ts';
import { randomId } from '#contract/text.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { SurveyConflict } from '#server/surveys/surveyConflict.ts';
import { changeRaters, readRaters } from './raters.ts';
import { readFeedback } from './releaseFeedback.ts';

interface FeedbackDeps {
  pool: Pool;
  audit: Pick<Audit, 'record'>;
  now: () => Date;
}

const tags = ['surveys'];
const params = z.object({ surveyId: randomId });

/** 360 feedback: who is asked, and the report. See docs/decisions/0087-360-feedback.md. */
export const feedbackRoutes: FastifyPluginAsyncZod<FeedbackDeps> = async (app, { pool, audit, now }) => {
  app.get(
    '/surveys/:surveyId/raters',
    {
      schema: {
        tags,
        summary: 'Who gives feedback, for the person and those who run the survey',
        params,
        response: { 200: ratersSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { surveyId } }) =>
      readTenant(pool, viewer.tenantId, (tx) => readRaters(tx, viewer, surveyId, now())),
  );

  app.put(
    '/surveys/:surveyId/raters',
    {
      schema: {
        tags,
        summary: 'Nominate the people who give feedback, or change the nominated ones',
        params,
        body: ratersChangeSchema,
        response: { 200: ratersSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    (request) => {
      const {
        viewer,
        params: { surveyId },
        body,
      } = request;
      return withTenant(pool, viewer.tenantId, async (tx) => {
        try {
          await changeRaters(tx, viewer, surveyId, body);
        } catch (error) {
          if (!(error instanceof SurveyConflict)) throw error;
          throw new HttpError(
            409,
            'conflict',
            'The list was changed in the meantime. Check the current list and try again.',
          );
        }
        await audit.record(tx, actorOf(request), {
          action: 'survey.changed',
          subject: { type: 'survey', id: surveyId },
        });
        return readRaters(tx, viewer, surveyId, now());
      });
    },
  );

  app.get(
    '/surveys/:surveyId/feedback',
    {
      schema: {
        tags,
        summary: 'The released feedback about you, or about a person whom you coach',
        params,
        response: { 200: feedbackSchema, ...problems(401, 404) },
      },
    },
    (request) =>
      withTenant(pool, request.viewer.tenantId, async (tx) => {
        const { surveyId } = request.params;
        const feedback = await readFeedback(tx, request.viewer, surveyId);
        await audit.record(tx, actorOf(request), {
          action: 'survey.results-read',
          subject: { type: 'survey', id: surveyId },
        });
        return feedback;
      }),
  );
};
