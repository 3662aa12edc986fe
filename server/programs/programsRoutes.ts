import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { learnerProgramSchema } from '#contract/learners.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import { peopleOfProgramSchema, programListSchema, programSchema, whySchema } from '#contract/programs.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { notFound } from '#server/http/httpError.ts';
import { pageOf } from '#server/http/paging.ts';
import { problems } from '#server/http/problems.ts';
import { findParticipants } from '#server/people/index.ts';
import { authoringRoutes } from '#server/programs/authoring/authoringRoutes.ts';
import { enrolmentRoutes } from '#server/programs/enrolment/enrolmentRoutes.ts';
import { invitationsRoutes } from '#server/programs/enrolment/invitationsRoutes.ts';
import { readLearnerProgram } from '#server/programs/learners/learnerPlan.ts';
import { learnersRoutes } from '#server/programs/learners/learnersRoutes.ts';
import { readOwnProgram } from '#server/programs/plans/ownProgram.ts';
import { findOtherParticipants } from '#server/programs/plans/participants.ts';
import { findOwnPlan, findPlansPage } from '#server/programs/plans/plansRepository.ts';
import { presentProgramSummary } from '#server/programs/plans/presentProgram.ts';
import { explainProgress } from '#server/programs/plans/progressExplanation.ts';
import { confirmOverdueTopics } from '#server/programs/steps/autoConfirmTopics.ts';
import { stepsRoutes } from '#server/programs/steps/stepsRoutes.ts';
import { repeat } from '#server/repeat.ts';
import { learnerParams, programParams, withNumericUserId } from './params.ts';

export interface ProgramsDeps {
  pool: Pool;
  now: () => Date;
  /** Called after a commit that added entries to the outbox. */
  wakeOutbox: () => void;
}

const HOUR_MS = 60 * 60_000;

export const programsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, deps) => {
  const { pool, now } = deps;
  await app.register(enrolmentRoutes, deps);
  await app.register(stepsRoutes, deps);
  await app.register(learnersRoutes, deps);
  await app.register(invitationsRoutes, deps);
  await app.register(authoringRoutes, deps);
  scheduleAutoConfirmation(app, deps);

  app.get(
    '/programs',
    {
      config: WITH_ENTITY_TAG,
      schema: {
        tags: ['programs'],
        summary: 'Your programs and invitations',
        querystring: pageQuerySchema,
        response: { 200: programListSchema, ...problems(400, 401) },
      },
    },
    async ({ viewer, query }) => {
      const { plans, total } = await findPlansPage(pool, viewer, pageOf(query));
      return { data: plans.map(presentProgramSummary), total };
    },
  );

  app.get(
    '/programs/:programId',
    {
      config: WITH_ENTITY_TAG,
      schema: {
        tags: ['programs'],
        summary: 'Your enrolment in a program',
        params: programParams,
        response: { 200: programSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readOwnProgram(tx, viewer.userId, params.programId)),
  );

  app.get(
    '/programs/:programId/why',
    {
      schema: {
        tags: ['programs'],
        summary: 'How your progress was computed',
        params: programParams,
        response: { 200: whySchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const plan = await findOwnPlan(tx, viewer.userId, params.programId);
        if (!plan) throw notFound();
        const waivers = plan.topics.flatMap(({ steps }) => steps.map(({ waivedBy }) => waivedBy));
        return explainProgress(plan, await findParticipants(tx, waivers));
      }),
  );

  app.get(
    '/programs/:programId/people',
    {
      schema: {
        tags: ['programs'],
        summary: 'The other participants of a program',
        params: programParams,
        querystring: pageQuerySchema,
        response: { 200: peopleOfProgramSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params, query }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        if (!(await findOwnPlan(tx, viewer.userId, params.programId))) throw notFound();
        return findOtherParticipants(tx, { ...params, userId: viewer.userId }, pageOf(query));
      }),
  );

  app.get(
    '/programs/:programId/learners/:userId',
    {
      schema: {
        tags: ['programs'],
        summary: 'The progress of a learner, for manager and coach',
        params: learnerParams,
        response: { 200: learnerProgramSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) =>
        readLearnerProgram(tx, viewer, withNumericUserId(params), now()),
      ),
  );
};

/** Confirms overdue completions once an hour. */
function scheduleAutoConfirmation(
  app: Parameters<FastifyPluginAsyncZod>[0],
  { pool, now, wakeOutbox }: ProgramsDeps,
) {
  const repetition = repeat(async () => {
    try {
      if ((await confirmOverdueTopics(pool, now(), app.log)) > 0) wakeOutbox();
    } catch (error) {
      app.log.error({ err: error }, 'could not read unconfirmed completions');
    }
  }, HOUR_MS);
  app.addHook('onClose', () => repetition.stop());
}
