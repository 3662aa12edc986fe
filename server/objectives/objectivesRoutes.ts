import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  changeResponseSchema,
  newNoteSchema,
  newObjectiveSchema,
  type Objective,
  objectiveConflictSchema,
  objectiveEditSchema,
  objectiveSchema,
  objectiveStateSchema,
  objectivesSchema,
} from '#contract/objectives.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, type TenantTransaction, withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { createObjective, editObjective } from './editObjective.ts';
import { findIdeas, findObjectivesOf } from './objectivesRepository.ts';
import { addNote, answerChange, moveObjective } from './ownObjective.ts';
import { presentObjectives } from './present.ts';
import { findSeen, ObjectiveConflict } from './seenObjective.ts';

export interface ObjectivesDeps {
  pool: Pool;
  now: () => Date;
  /** Something waits in the outbox. */
  wakeOutbox: () => void;
}

const tags = ['objectives'];
const ofObjective = z.object({ objectiveId: randomId });
const ofChange = z.object({ objectiveId: randomId, changeId: randomId });

export const objectivesRoutes: FastifyPluginAsyncZod<ObjectivesDeps> = async (
  app,
  { pool, now, wakeOutbox },
) => {
  async function present(tx: TenantTransaction, viewer: Viewer, objectiveId: string): Promise<Objective> {
    const [objective] = await presentObjectives(tx, [await findSeen(tx, viewer, objectiveId, now())], now());
    if (!objective) throw notFound();
    return objective;
  }

  /** Does it, and answers with the objective as it is then; where it was changed by somebody else, with a conflict. */
  async function changed(
    { viewer, id: requestId }: { viewer: Viewer; id: string },
    objectiveId: string,
    work: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const inTenant = <T>(act: (tx: TenantTransaction) => Promise<T>) =>
      withTenant(pool, viewer.tenantId, act);
    try {
      const objective = await inTenant(async (tx) => {
        await work(tx);
        return present(tx, viewer, objectiveId);
      });
      wakeOutbox();
      return { status: 200 as const, body: objective };
    } catch (error) {
      if (!(error instanceof ObjectiveConflict)) throw error;
      const theirs = await inTenant((tx) => present(tx, viewer, objectiveId));
      return {
        status: 409 as const,
        body: { code: 'conflict', message: error.message, requestId, theirs },
      };
    }
  }

  app.get(
    '/objectives',
    {
      schema: {
        tags,
        summary: 'Your own objectives, and ideas for more',
        response: { 200: objectivesSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const [own, ideas] = await Promise.all([
          findObjectivesOf(tx, viewer.userId),
          findIdeas(tx, viewer.userId),
        ]);
        const seen = own.map((objective) => ({ objective, standing: 'owner' as const }));
        return { data: await presentObjectives(tx, seen, now()), ideas };
      }),
  );

  app.post(
    '/objectives',
    {
      schema: {
        tags,
        summary: 'Set yourself an objective',
        body: newObjectiveSchema,
        response: { 200: objectiveSchema, ...problems(400, 401, 422) },
      },
    },
    ({ viewer, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) =>
        present(tx, viewer, await createObjective(tx, viewer, body, now())),
      ),
  );

  app.get(
    '/objectives/:objectiveId',
    {
      schema: {
        tags,
        summary: 'An objective of yours, or one that is shared with you',
        params: ofObjective,
        response: { 200: objectiveSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => present(tx, viewer, params.objectiveId)),
  );

  app.put(
    '/objectives/:objectiveId',
    {
      schema: {
        tags,
        summary: 'Change an objective; its manager says why',
        params: ofObjective,
        body: objectiveEditSchema,
        response: { 200: objectiveSchema, 409: objectiveConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { viewer, params, body } = request;
      const answer = await changed(request, params.objectiveId, (tx) =>
        editObjective(tx, viewer, params.objectiveId, body, now()),
      );
      return answer.status === 200 ? answer.body : reply.code(409).send(answer.body);
    },
  );

  app.put(
    '/objectives/:objectiveId/state',
    {
      schema: {
        tags,
        summary: 'Begin, end or flag an objective of yours',
        params: ofObjective,
        body: objectiveStateSchema,
        response: { 200: objectiveSchema, 409: objectiveConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { viewer, params, body } = request;
      const answer = await changed(request, params.objectiveId, (tx) =>
        moveObjective(tx, viewer, params.objectiveId, body, now()),
      );
      return answer.status === 200 ? answer.body : reply.code(409).send(answer.body);
    },
  );

  app.post(
    '/objectives/:objectiveId/notes',
    {
      schema: {
        tags,
        summary: 'Note how an objective of yours goes',
        params: ofObjective,
        body: newNoteSchema,
        response: { 200: objectiveSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await addNote(tx, viewer, params.objectiveId, body, now());
        return present(tx, viewer, params.objectiveId);
      }),
  );

  app.post(
    '/objectives/:objectiveId/changes/:changeId/response',
    {
      schema: {
        tags,
        summary: 'Accept a change, ask to discuss it, or put back what was there',
        params: ofChange,
        body: changeResponseSchema,
        response: { 200: objectiveSchema, 409: objectiveConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { viewer, params, body } = request;
      const answer = await changed(request, params.objectiveId, (tx) =>
        answerChange(tx, viewer, params, body, now()),
      );
      return answer.status === 200 ? answer.body : reply.code(409).send(answer.body);
    },
  );
};
