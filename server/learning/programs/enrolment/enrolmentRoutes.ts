import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  finishSchema,
  goalHistorySchema,
  goalsSchema,
  invitationAnswerSchema,
  proposalsAnswerSchema,
  reasonSchema,
} from '#contract/learning/enrolment.ts';
import { programSchema } from '#contract/learning/programs.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { programParams, topicParams } from '#server/learning/programs/params.ts';
import { readOwnProgram } from '#server/learning/programs/plans/ownProgram.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { declineProposals } from './declineProposals.ts';
import { answerInvitation, beginAgain, finishProgram, withdraw } from './enrolment.ts';
import { readGoalHistory } from './goalHistory.ts';
import { selectTopics } from './selectTopics.ts';
import { upgradeTopic } from './upgradeTopic.ts';

const tags = ['programs'];

/** The learner's actions on their enrolment. Each route responds with the updated program. */
export const enrolmentRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, wakeOutbox, publish },
) => {
  async function mutate(
    viewer: Viewer,
    programId: string,
    change: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const program = await withTenant(pool, viewer.tenantId, async (tx) => {
      await change(tx);
      return readOwnProgram(tx, viewer, programId);
    });
    wakeOutbox(); // runs after the commit, so that a rollback notifies no one
    return program;
  }

  app.put(
    '/programs/:programId/invitation',
    {
      schema: {
        tags,
        summary: 'Accept or decline an invitation',
        params: programParams,
        body: invitationAnswerSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      mutate(viewer, programId, (tx) => answerInvitation(tx, viewer, programId, body, now())),
  );

  app.put(
    '/programs/:programId/goals',
    {
      schema: {
        tags,
        summary: 'Select the topics that you work on',
        params: programParams,
        body: goalsSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      mutate(viewer, programId, (tx) => selectTopics(tx, viewer, programId, body, now())),
  );

  app.get(
    '/programs/:programId/goals/history',
    {
      schema: {
        tags,
        summary: 'The history of your selected topics',
        params: programParams,
        response: { 200: goalHistorySchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { programId } }) =>
      withTenant(pool, viewer.tenantId, (tx) => readGoalHistory(tx, viewer, programId)),
  );

  app.put(
    '/programs/:programId/topics/:topicId/version',
    {
      schema: {
        tags,
        summary: 'Switch to the newest version of a topic',
        params: topicParams,
        body: z.object({ version: z.int().check(z.positive(), z.maximum(2_147_483_647)) }),
        response: { 200: programSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    ({ viewer, params, body }) =>
      mutate(viewer, params.programId, (tx) => upgradeTopic(tx, viewer, params, body, now())),
  );

  app.put(
    '/programs/:programId/topics/:topicId/proposals',
    {
      schema: {
        tags,
        summary: 'Decline a topic that your coach or manager proposed, or undo that',
        params: topicParams,
        body: proposalsAnswerSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      mutate(viewer, params.programId, (tx) => declineProposals(tx, viewer, params, body, now())),
  );

  app.post(
    '/programs/:programId/finish',
    {
      schema: {
        tags,
        summary: 'Finish a program whose selected topics are all completed',
        params: programParams,
        response: { 200: finishSchema, ...problems(401, 404, 422) },
      },
    },
    async ({ viewer, params: { programId } }) => {
      const answer = await withTenant(pool, viewer.tenantId, async (tx) => {
        const { finishedAt, isFinishedNow } = await finishProgram(tx, viewer, programId, now(), publish);
        const program = await readOwnProgram(tx, viewer, programId);
        return {
          programId,
          finishedAt: finishedAt.toISOString(),
          allTopicsCompleted: isFinishedNow,
          program,
        };
      });
      wakeOutbox();
      return answer;
    },
  );

  app.post(
    '/programs/:programId/withdrawal',
    {
      schema: {
        tags,
        summary: 'Leave a program and give a reason',
        params: programParams,
        body: reasonSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      mutate(viewer, programId, (tx) => withdraw(tx, viewer, programId, body, now())),
  );

  app.post(
    '/programs/:programId/cycles',
    {
      schema: {
        tags,
        summary: 'Start a program again',
        params: programParams,
        response: { 200: programSchema, ...problems(401, 404, 422) },
      },
    },
    ({ viewer, params: { programId } }) =>
      mutate(viewer, programId, (tx) => beginAgain(tx, viewer, programId, now())),
  );
};
