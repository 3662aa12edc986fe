import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  finishSchema,
  goalHistorySchema,
  goalsSchema,
  invitationAnswerSchema,
  reasonSchema,
} from '#contract/enrolment.ts';
import { programSchema } from '#contract/programs.ts';
import { type TenantTransaction, withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import type { Viewer } from '../http/viewer.ts';
import { chooseGoals } from './chooseGoals.ts';
import { answerInvitation, beginAgain, finishProgram, withdraw } from './enrolment.ts';
import { goalHistory } from './goalHistory.ts';
import { ofProgram, ofTopic } from './params.ts';
import { readOwn } from './presentOwn.ts';
import type { ProgramsDeps } from './programsRoutes.ts';
import { upgradeTopic } from './upgradeTopic.ts';

const tags = ['programs'];

/** What a learner does with their own enrolment. Each answers with the program as it is then. */
export const enrolmentRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, wakeOutbox },
) => {
  async function changed(
    viewer: Viewer,
    programId: string,
    work: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const program = await withTenant(pool, viewer.tenantId, async (tx) => {
      await work(tx);
      return readOwn(tx, viewer.userId, programId);
    });
    wakeOutbox(); // after the commit: what was rolled back is never announced
    return program;
  }

  app.put(
    '/programs/:programId/invitation',
    {
      schema: {
        tags,
        summary: 'Accept or decline an invitation',
        params: ofProgram,
        body: invitationAnswerSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      changed(viewer, programId, (tx) => answerInvitation(tx, viewer, programId, body, now())),
  );

  app.put(
    '/programs/:programId/goals',
    {
      schema: {
        tags,
        summary: 'The topics you work on from now on',
        params: ofProgram,
        body: goalsSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      changed(viewer, programId, (tx) => chooseGoals(tx, viewer, programId, body, now())),
  );

  app.get(
    '/programs/:programId/goals/history',
    {
      schema: {
        tags,
        summary: 'What you chose and gave up',
        params: ofProgram,
        response: { 200: goalHistorySchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { programId } }) =>
      withTenant(pool, viewer.tenantId, (tx) => goalHistory(tx, viewer, programId)),
  );

  app.put(
    '/programs/:programId/topics/:topicId/version',
    {
      schema: {
        tags,
        summary: 'Take the newer version of a topic that is offered',
        params: ofTopic,
        body: z.object({ version: z.int().check(z.positive(), z.maximum(2_147_483_647)) }),
        response: { 200: programSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    ({ viewer, params, body }) =>
      changed(viewer, params.programId, (tx) => upgradeTopic(tx, viewer, params, body)),
  );

  app.post(
    '/programs/:programId/finish',
    {
      schema: {
        tags,
        summary: 'Finish a program whose chosen topics are all completed',
        params: ofProgram,
        response: { 200: finishSchema, ...problems(401, 404, 422) },
      },
    },
    async ({ viewer, params: { programId } }) => {
      const answer = await withTenant(pool, viewer.tenantId, async (tx) => {
        const { finishedAt, isFinishedNow } = await finishProgram(tx, viewer, programId, now());
        const program = await readOwn(tx, viewer.userId, programId);
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
        summary: 'Leave a program, with a reason',
        params: ofProgram,
        body: reasonSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      changed(viewer, programId, (tx) => withdraw(tx, viewer, programId, body, now())),
  );

  app.post(
    '/programs/:programId/cycles',
    {
      schema: {
        tags,
        summary: 'Go through a program again',
        params: ofProgram,
        response: { 200: programSchema, ...problems(401, 404, 422) },
      },
    },
    ({ viewer, params: { programId } }) =>
      changed(viewer, programId, (tx) => beginAgain(tx, viewer, programId, now())),
  );
};
