import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  learnerProgramSchema,
  programListSchema,
  programSchema,
  stepRecordSchema,
  topicCompletionSchema,
} from '#contract/programs.ts';
import { randomId } from '#contract/text.ts';
import { type TenantTransaction, withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { notFound } from '../http/refusal.ts';
import { findParticipants } from '../people/index.ts';
import { completeTopic } from './completeTopic.ts';
import { findPeopleOfProgram } from './peopleOfProgram.ts';
import type { Plan } from './plan.ts';
import { findOwnPlan, findPlans } from './plansRepository.ts';
import { learnerProgramOf, programOf, summaryOf } from './present.ts';
import { relationTo } from './programsPolicy.ts';
import { recordStep } from './recordStep.ts';

export interface ProgramsDeps {
  pool: Pool;
  now: () => Date;
  /** Something waits in the outbox. */
  wakeOutbox: () => void;
}

const programId = randomId;
/** A user id in a path: digits that PostgreSQL's integer can hold. */
const userId = z.string().check(
  z.regex(/^[1-9][0-9]{0,9}$/),
  z.refine((text) => Number(text) <= 2_147_483_647),
);

export const programsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, { pool, now, wakeOutbox }) => {
  app.get(
    '/programs',
    {
      schema: {
        tags: ['programs'],
        summary: 'The programs you take part in',
        response: { 200: programListSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      withTenant(pool, viewer.tenantId, async (tx) => ({
        data: (await findPlans(tx, { userIds: [viewer.userId] })).map(summaryOf),
      })),
  );

  app.get(
    '/programs/:programId',
    {
      schema: {
        tags: ['programs'],
        summary: 'Your own place in a program',
        params: z.object({ programId }),
        response: { 200: programSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      withTenant(pool, viewer.tenantId, async (tx) =>
        presentOwn(tx, await findOwnPlan(tx, viewer.userId, params.programId)),
      ),
  );

  app.get(
    '/programs/:programId/learners/:userId',
    {
      schema: {
        tags: ['programs'],
        summary: 'How far a learner is, for the manager and the coach',
        params: z.object({ programId, userId }),
        response: { 200: learnerProgramSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        const plan = await findOwnPlan(tx, Number(params.userId), params.programId);
        const relation = plan && relationTo(viewer, plan);
        const learner = plan && (await findParticipants(tx, [plan.userId])).get(plan.userId);
        if (!plan || !relation || !learner) throw notFound();
        return learnerProgramOf(plan, learner, relation);
      }),
  );

  app.put(
    '/programs/:programId/topics/:topicId/completion',
    {
      schema: {
        tags: ['programs'],
        summary: 'Complete a topic whose steps are done; again is the same as once',
        params: z.object({ programId, topicId: randomId }),
        response: { 200: topicCompletionSchema, ...problems(401, 404, 422) },
      },
    },
    async ({ viewer, params }) => {
      const answer = await withTenant(pool, viewer.tenantId, async (tx) => {
        const { plan, completedAt, allTopicsCompleted } = await completeTopic(tx, viewer, params, now());
        return {
          ...params,
          completedAt: completedAt.toISOString(),
          allTopicsCompleted,
          program: await presentOwn(tx, plan),
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
        tags: ['programs'],
        summary: 'Record what you did of a step',
        params: z.object({ programId, stepKey: randomId }),
        body: stepRecordSchema,
        response: { 200: programSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await recordStep(tx, viewer, params, body, now());
        return presentOwn(tx, await findOwnPlan(tx, viewer.userId, params.programId));
      }),
  );
};

async function presentOwn(tx: TenantTransaction, plan: Plan | null) {
  if (!plan) throw notFound();
  return programOf(plan, await findPeopleOfProgram(tx, plan));
}
