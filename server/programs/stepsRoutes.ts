import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answersSavedSchema, answersSchema } from '#contract/challenges.ts';
import { topicCompletionSchema } from '#contract/enrolment.ts';
import { programSchema } from '#contract/programs.ts';
import { stepRecordSchema } from '#contract/steps.ts';
import { withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { handInAnswers, saveAnswers } from './challengeSteps.ts';
import { completeTopic } from './completeTopic.ts';
import { ofStep, ofTopic } from './params.ts';
import { readOwn } from './presentOwn.ts';
import type { ProgramsDeps } from './programsRoutes.ts';
import { recordStep } from './recordStep.ts';

const tags = ['programs'];

/** What a learner does in a topic: marks and counts, answers, completes. */
export const stepsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, { pool, now, wakeOutbox }) => {
  app.put(
    '/programs/:programId/topics/:topicId/completion',
    {
      schema: {
        tags,
        summary: 'Complete a topic whose steps are done; again is the same as once',
        params: ofTopic,
        response: { 200: topicCompletionSchema, ...problems(401, 404, 422) },
      },
    },
    async ({ viewer, params }) => {
      const answer = await withTenant(pool, viewer.tenantId, async (tx) => {
        const { completedAt, allTopicsCompleted } = await completeTopic(tx, viewer, params, now());
        return {
          ...params,
          completedAt: completedAt?.toISOString() ?? null,
          allTopicsCompleted,
          program: await readOwn(tx, viewer.userId, params.programId),
        };
      });
      wakeOutbox(); // after the commit: what was rolled back is never announced
      return answer;
    },
  );

  app.put(
    '/programs/:programId/steps/:stepKey/record',
    {
      schema: {
        tags,
        summary: 'Record what you did of a step',
        params: ofStep,
        body: stepRecordSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await recordStep(tx, viewer, params, body, now());
        return readOwn(tx, viewer.userId, params.programId);
      }),
  );

  app.put(
    '/programs/:programId/steps/:stepKey/answers',
    {
      schema: {
        tags,
        summary: 'Keep your answers to a challenge while you give them',
        params: ofStep,
        body: answersSchema,
        response: { 200: answersSavedSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => ({
        savedAt: (await saveAnswers(tx, viewer, params, body, now())).toISOString(),
      })),
  );

  app.post(
    '/programs/:programId/steps/:stepKey/attempts',
    {
      schema: {
        tags,
        summary: 'Hand in your answers to a challenge',
        params: ofStep,
        body: answersSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await handInAnswers(tx, viewer, params, body, now());
        return readOwn(tx, viewer.userId, params.programId);
      }),
  );
};
