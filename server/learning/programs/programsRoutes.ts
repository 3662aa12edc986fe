import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { learnerProgramSchema } from '#contract/learning/learners.ts';
import { programListSchema } from '#contract/learning/programSummaries.ts';
import {
  openTopicsSchema,
  peopleOfProgramSchema,
  programSchema,
  whySchema,
} from '#contract/learning/programs.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import type { Audit } from '#server/administration/audit/index.ts';
import type { PublishEvents } from '#server/administration/webhooks/index.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { notFound } from '#server/http/httpError.ts';
import { pageOf } from '#server/http/paging.ts';
import { problems } from '#server/http/problems.ts';
import type { Jobs } from '#server/jobs/index.ts';
import type { PackageAddresses } from '#server/learning/packages/index.ts';
import { authoringRoutes } from '#server/learning/programs/authoring/authoringRoutes.ts';
import { enrolmentRoutes } from '#server/learning/programs/enrolment/enrolmentRoutes.ts';
import { invitationsRoutes } from '#server/learning/programs/enrolment/invitationsRoutes.ts';
import { joiningRoutes } from '#server/learning/programs/enrolment/joiningRoutes.ts';
import { findOpenTopics } from '#server/learning/programs/enrolment/openTopics.ts';
import { readLearnerProgram } from '#server/learning/programs/learners/learnerPlan.ts';
import { learnersRoutes } from '#server/learning/programs/learners/learnersRoutes.ts';
import { readOwnProgram } from '#server/learning/programs/plans/ownProgram.ts';
import { findOtherParticipants } from '#server/learning/programs/plans/participants.ts';
import { findOwnPlan, findPlansPage } from '#server/learning/programs/plans/plansRepository.ts';
import { presentProgramSummary } from '#server/learning/programs/plans/presentProgram.ts';
import { explainProgress } from '#server/learning/programs/plans/progressExplanation.ts';
import { setupRoutes } from '#server/learning/programs/setup/setupRoutes.ts';
import { confirmOverdueTopics } from '#server/learning/programs/steps/autoConfirmTopics.ts';
import { fileStepsRoutes } from '#server/learning/programs/steps/fileStepsRoutes.ts';
import { packageStepsRoutes } from '#server/learning/programs/steps/packageStepsRoutes.ts';
import { stepsRoutes } from '#server/learning/programs/steps/stepsRoutes.ts';
import { findParticipants } from '#server/people/index.ts';
import { learnerParams, programParams, withNumericUserId } from './params.ts';

export interface ProgramsDeps {
  pool: Pool;
  audit: Audit;
  now: () => Date;
  /** Called after a commit that added entries to the outbox. */
  wakeOutbox: () => void;
  jobs: Pick<Jobs, 'schedule' | 'register' | 'enqueue'>;
  publish: PublishEvents;
  packageAddresses: PackageAddresses;
}

export const programsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, deps) => {
  const { pool, now } = deps;
  await app.register(enrolmentRoutes, deps);
  await app.register(stepsRoutes, deps);
  await app.register(packageStepsRoutes, deps);
  await app.register(fileStepsRoutes, deps);
  await app.register(learnersRoutes, deps);
  await app.register(invitationsRoutes, deps);
  await app.register(joiningRoutes, deps);
  await app.register(authoringRoutes, deps);
  await app.register(setupRoutes, deps);
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
    '/programs/open-topics',
    {
      schema: {
        tags: ['programs'],
        summary: 'Topics of your active programs that you have neither selected nor completed',
        response: { 200: openTopicsSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      readTenant(pool, viewer.tenantId, async (tx) => ({ topics: await findOpenTopics(tx, viewer.userId) })),
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
      readTenant(pool, viewer.tenantId, (tx) => readOwnProgram(tx, viewer, params.programId)),
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
const scheduleAutoConfirmation = (
  app: Parameters<FastifyPluginAsyncZod>[0],
  { pool, now, wakeOutbox, jobs, publish }: ProgramsDeps,
) =>
  jobs.schedule({
    name: 'confirm-overdue-topics',
    cron: '37 * * * *',
    async run() {
      if ((await confirmOverdueTopics(pool, now(), app.log, publish)) > 0) wakeOutbox();
    },
  });
