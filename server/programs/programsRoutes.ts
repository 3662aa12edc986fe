import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { learnerProgramSchema } from '#contract/learners.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import { peopleOfProgramSchema, programListSchema, programSchema, whySchema } from '#contract/programs.ts';
import { readTenant } from '../db/withTenant.ts';
import { pageOf } from '../http/paging.ts';
import { problems } from '../http/problems.ts';
import { notFound } from '../http/refusal.ts';
import { findParticipants } from '../people/index.ts';
import { repeat } from '../repeat.ts';
import { acceptOverdue } from './acceptOverdue.ts';
import { enrolmentRoutes } from './enrolmentRoutes.ts';
import { invitationsRoutes } from './invitationsRoutes.ts';
import { presentLearner } from './learnerPlan.ts';
import { learnersRoutes } from './learnersRoutes.ts';
import { ofLearner, ofProgram, placeOf } from './params.ts';
import { findOthers } from './participants.ts';
import { findPlansPage } from './plansPage.ts';
import { findOwnPlan } from './plansRepository.ts';
import { summaryOf } from './present.ts';
import { readOwn } from './presentOwn.ts';
import { stepsRoutes } from './stepsRoutes.ts';
import { topicsRoutes } from './topicsRoutes.ts';
import { whyOf } from './why.ts';

export interface ProgramsDeps {
  pool: Pool;
  now: () => Date;
  /** Something waits in the outbox. */
  wakeOutbox: () => void;
}

const HOUR_MS = 60 * 60_000;

export const programsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, deps) => {
  const { pool, now } = deps;
  await app.register(enrolmentRoutes, deps);
  await app.register(stepsRoutes, deps);
  await app.register(learnersRoutes, deps);
  await app.register(invitationsRoutes, deps);
  await app.register(topicsRoutes, deps);
  acceptRegularly(app, deps);

  app.get(
    '/programs',
    {
      schema: {
        tags: ['programs'],
        summary: 'The programs you take part in, or are invited to',
        querystring: pageQuerySchema,
        response: { 200: programListSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const { plans, total } = await findPlansPage(tx, viewer.userId, pageOf(query));
        return { data: plans.map(summaryOf), total };
      }),
  );

  app.get(
    '/programs/:programId',
    {
      schema: {
        tags: ['programs'],
        summary: 'Your own place in a program',
        params: ofProgram,
        response: { 200: programSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readOwn(tx, viewer.userId, params.programId)),
  );

  app.get(
    '/programs/:programId/why',
    {
      schema: {
        tags: ['programs'],
        summary: 'The rows that make your percentage',
        params: ofProgram,
        response: { 200: whySchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const plan = await findOwnPlan(tx, viewer.userId, params.programId);
        if (!plan) throw notFound();
        const waivers = plan.topics.flatMap(({ steps }) => steps.map(({ waivedBy }) => waivedBy));
        return whyOf(plan, await findParticipants(tx, waivers));
      }),
  );

  app.get(
    '/programs/:programId/people',
    {
      schema: {
        tags: ['programs'],
        summary: 'Who else takes part',
        params: ofProgram,
        querystring: pageQuerySchema,
        response: { 200: peopleOfProgramSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params, query }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        if (!(await findOwnPlan(tx, viewer.userId, params.programId))) throw notFound();
        return findOthers(tx, { ...params, userId: viewer.userId }, pageOf(query));
      }),
  );

  app.get(
    '/programs/:programId/learners/:userId',
    {
      schema: {
        tags: ['programs'],
        summary: 'How far a learner is, for the manager and the coach',
        params: ofLearner,
        response: { 200: learnerProgramSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => presentLearner(tx, viewer, placeOf(params), now())),
  );
};

/** Looks once an hour whether a week is over for a completion that nobody has confirmed. */
function acceptRegularly(app: Parameters<FastifyPluginAsyncZod>[0], { pool, now, wakeOutbox }: ProgramsDeps) {
  const repetition = repeat(async () => {
    try {
      if ((await acceptOverdue(pool, now(), app.log)) > 0) wakeOutbox();
    } catch (error) {
      app.log.error({ err: error }, 'waiting completions cannot be read');
    }
  }, HOUR_MS);
  app.addHook('onClose', () => repetition.stop());
}
