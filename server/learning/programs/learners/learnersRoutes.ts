import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reasonSchema } from '#contract/learning/enrolment.ts';
import {
  confirmationAnswerSchema,
  learnerProgramSchema,
  proposalNoteSchema,
} from '#contract/learning/learners.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  learnerStepParams,
  learnerTopicParams,
  withNumericUserId,
} from '#server/learning/programs/params.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { answerConfirmation, reopenTopic, waiveStep } from './learnerActions.ts';
import { type LearnerRef, readLearnerProgram } from './learnerPlan.ts';
import { proposeTopic, withdrawProposal } from './proposeTopic.ts';

const tags = ['programs'];

/** Actions of managers and coaches for a learner. Each route responds with the learner's updated program. */
export const learnersRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, wakeOutbox, publish },
) => {
  async function mutate(
    viewer: Viewer,
    { programId, userId }: LearnerRef,
    change: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const learner = await withTenant(pool, viewer.tenantId, async (tx) => {
      await change(tx);
      return readLearnerProgram(tx, viewer, { programId, userId }, now());
    });
    wakeOutbox();
    return learner;
  }

  app.put(
    '/programs/:programId/learners/:userId/topics/:topicId/confirmation',
    {
      schema: {
        tags,
        summary: 'Confirm a topic that a learner completed, or send it back',
        params: learnerTopicParams,
        body: confirmationAnswerSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const ref = withNumericUserId(params);
      return mutate(viewer, ref, (tx) => answerConfirmation(tx, viewer, ref, body, now(), publish));
    },
  );

  const proposal = '/programs/:programId/learners/:userId/topics/:topicId/proposal';
  app.put(
    proposal,
    {
      schema: {
        tags,
        summary: 'Propose a topic to a learner',
        params: learnerTopicParams,
        body: proposalNoteSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const ref = withNumericUserId(params);
      return mutate(viewer, ref, (tx) => proposeTopic(tx, viewer, ref, body, now()));
    },
  );

  app.delete(
    proposal,
    {
      schema: {
        tags,
        summary: 'Withdraw your proposal',
        params: learnerTopicParams,
        response: { 200: learnerProgramSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) => {
      const ref = withNumericUserId(params);
      return mutate(viewer, ref, (tx) => withdrawProposal(tx, viewer, ref, now()));
    },
  );

  app.put(
    '/programs/:programId/learners/:userId/steps/:stepKey/waiver',
    {
      schema: {
        tags,
        summary: 'Waive a required step for a learner',
        params: learnerStepParams,
        body: reasonSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const ref = withNumericUserId(params);
      return mutate(viewer, ref, (tx) => waiveStep(tx, viewer, ref, body, now()));
    },
  );

  app.post(
    '/programs/:programId/learners/:userId/topics/:topicId/reopening',
    {
      schema: {
        tags,
        summary: 'Reopen a completed topic of a learner',
        params: learnerTopicParams,
        body: reasonSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const ref = withNumericUserId(params);
      return mutate(viewer, ref, (tx) => reopenTopic(tx, viewer, ref, body, now()));
    },
  );
};
