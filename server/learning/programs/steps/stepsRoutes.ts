import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answersSavedSchema, answersSchema } from '#contract/learning/challenges.ts';
import { topicCompletionSchema } from '#contract/learning/enrolment.ts';
import { programSchema } from '#contract/learning/programs.ts';
import { stepRecordSchema } from '#contract/learning/stepRecord.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import { stepParams, topicParams } from '#server/learning/programs/params.ts';
import { readOwnProgram } from '#server/learning/programs/plans/ownProgram.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { saveAnswers, submitAnswers } from './challengeAnswers.ts';
import { completeTopic } from './completeTopic.ts';
import { recordStep } from './recordStep.ts';

const tags = ['programs'];

/** The learner's actions in a topic: record steps, answer challenges, complete the topic. */
export const stepsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, wakeOutbox, publish },
) => {
  app.put(
    '/programs/:programId/topics/:topicId/completion',
    {
      schema: {
        tags,
        summary: 'Complete a topic whose steps are done (idempotent)',
        params: topicParams,
        response: { 200: topicCompletionSchema, ...problems(401, 404, 422) },
      },
    },
    async ({ viewer, params }) => {
      const answer = await withTenant(pool, viewer.tenantId, async (tx) => {
        const { completedAt, allTopicsCompleted } = await completeTopic(tx, viewer, params, now(), publish);
        return {
          ...params,
          completedAt: completedAt?.toISOString() ?? null,
          allTopicsCompleted,
          program: await readOwnProgram(tx, viewer, params.programId),
        };
      });
      wakeOutbox(); // after the commit, so that a rollback notifies no one
      return answer;
    },
  );

  app.put(
    '/programs/:programId/steps/:stepKey/record',
    {
      schema: {
        tags,
        summary: 'Record your progress in a step',
        params: stepParams,
        body: stepRecordSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await recordStep(tx, viewer, params, body, now());
        return readOwnProgram(tx, viewer, params.programId);
      }),
  );

  app.put(
    '/programs/:programId/steps/:stepKey/answers',
    {
      schema: {
        tags,
        summary: 'Save your answers to a challenge, and get the reasons for your choices',
        params: stepParams,
        body: answersSchema,
        response: { 200: answersSavedSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, (tx) => saveAnswers(tx, viewer, params, body, now())),
  );

  app.post(
    '/programs/:programId/steps/:stepKey/attempts',
    {
      schema: {
        tags,
        summary: 'Submit your answers to a challenge',
        params: stepParams,
        body: answersSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await submitAnswers(tx, viewer, params, body, now());
        return readOwnProgram(tx, viewer, params.programId);
      }),
  );
};
