import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reasonSchema } from '#contract/enrolment.ts';
import { confirmationAnswerSchema, learnerProgramSchema, proposalWordsSchema } from '#contract/learners.ts';
import { type TenantTransaction, withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import type { Viewer } from '../http/viewer.ts';
import { answerConfirmation, reopenTopic, waiveStep } from './helpLearner.ts';
import { type LearnerPlace, presentLearner } from './learnerPlan.ts';
import { ofLearnersStep, ofLearnersTopic, placeOf } from './params.ts';
import type { ProgramsDeps } from './programsRoutes.ts';
import { proposeTopic, takeProposalBack } from './proposeTopic.ts';

const tags = ['programs'];

/** What managers and coaches do for a learner. Each answers with what they may see of them then. */
export const learnersRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, { pool, now, wakeOutbox }) => {
  async function helped(
    viewer: Viewer,
    { programId, userId }: LearnerPlace,
    work: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const learner = await withTenant(pool, viewer.tenantId, async (tx) => {
      await work(tx);
      return presentLearner(tx, viewer, { programId, userId }, now());
    });
    wakeOutbox();
    return learner;
  }

  app.put(
    '/programs/:programId/learners/:userId/topics/:topicId/confirmation',
    {
      schema: {
        tags,
        summary: 'Confirm that a learner has completed a topic, or send it back',
        params: ofLearnersTopic,
        body: confirmationAnswerSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const place = placeOf(params);
      return helped(viewer, place, (tx) => answerConfirmation(tx, viewer, place, body, now()));
    },
  );

  const proposal = '/programs/:programId/learners/:userId/topics/:topicId/proposal';
  app.put(
    proposal,
    {
      schema: {
        tags,
        summary: 'Propose a topic to a learner',
        params: ofLearnersTopic,
        body: proposalWordsSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const place = placeOf(params);
      return helped(viewer, place, (tx) => proposeTopic(tx, viewer, place, body, now()));
    },
  );

  app.delete(
    proposal,
    {
      schema: {
        tags,
        summary: 'Take back what you proposed to a learner',
        params: ofLearnersTopic,
        response: { 200: learnerProgramSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) => {
      const place = placeOf(params);
      return helped(viewer, place, (tx) => takeProposalBack(tx, viewer, place, now()));
    },
  );

  app.put(
    '/programs/:programId/learners/:userId/steps/:stepKey/waiver',
    {
      schema: {
        tags,
        summary: 'Let a learner go on without a required step',
        params: ofLearnersStep,
        body: reasonSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const place = placeOf(params);
      return helped(viewer, place, (tx) => waiveStep(tx, viewer, place, body, now()));
    },
  );

  app.post(
    '/programs/:programId/learners/:userId/topics/:topicId/reopening',
    {
      schema: {
        tags,
        summary: 'Open a completed topic again',
        params: ofLearnersTopic,
        body: reasonSchema,
        response: { 200: learnerProgramSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) => {
      const place = placeOf(params);
      return helped(viewer, place, (tx) => reopenTopic(tx, viewer, place, body, now()));
    },
  );
};
