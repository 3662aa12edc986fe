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
} from '#contract/learning/objectives.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { createObjective, editObjective } from './editObjective.ts';
import { findVisibleObjective, ObjectiveConflict } from './objectiveAccess.ts';
import { findIdeas, findObjectivesOf } from './objectivesRepository.ts';
import { addNote, changeObjectiveState, respondToChange } from './ownerActions.ts';
import { presentObjectives } from './present.ts';

export interface ObjectivesDeps {
  pool: Pool;
  now: () => Date;
  /** Called after a commit that added entries to the outbox. */
  wakeOutbox: () => void;
}

const tags = ['objectives'];
const objectiveParams = z.object({ objectiveId: randomId });
const changeParams = z.object({ objectiveId: randomId, changeId: randomId });

export const objectivesRoutes: FastifyPluginAsyncZod<ObjectivesDeps> = async (
  app,
  { pool, now, wakeOutbox },
) => {
  async function present(tx: TenantTransaction, viewer: Viewer, objectiveId: string): Promise<Objective> {
    const [objective] = await presentObjectives(
      tx,
      [await findVisibleObjective(tx, viewer, objectiveId, now())],
      now(),
      viewer,
    );
    if (!objective) throw notFound();
    return objective;
  }

  /** Runs a change and returns the updated objective, or a conflict with the current state. */
  async function mutate(
    { viewer, id: requestId }: { viewer: Viewer; id: string },
    objectiveId: string,
    change: (tx: TenantTransaction) => Promise<unknown>,
  ) {
    const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
      withTenant(pool, viewer.tenantId, work);
    try {
      const objective = await inTenant(async (tx) => {
        await change(tx);
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
      config: WITH_ENTITY_TAG,
      schema: {
        tags,
        summary: 'Your objectives, and selected topics without an objective',
        response: { 200: objectivesSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const [own, ideas] = await Promise.all([
          findObjectivesOf(tx, viewer.userId),
          findIdeas(tx, viewer.userId),
        ]);
        const visible = own.map((objective) => ({ objective, role: 'owner' as const }));
        return { data: await presentObjectives(tx, visible, now(), viewer), ideas };
      }),
  );

  app.post(
    '/objectives',
    {
      schema: {
        tags,
        summary: 'Create an objective',
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
        summary: 'One of your objectives, or one that is shared with you',
        params: objectiveParams,
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
        summary: 'Edit an objective; managers must give a reason',
        params: objectiveParams,
        body: objectiveEditSchema,
        response: { 200: objectiveSchema, 409: objectiveConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { viewer, params, body } = request;
      const answer = await mutate(request, params.objectiveId, (tx) =>
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
        summary: 'Start, end or flag one of your objectives',
        params: objectiveParams,
        body: objectiveStateSchema,
        response: { 200: objectiveSchema, 409: objectiveConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { viewer, params, body } = request;
      const answer = await mutate(request, params.objectiveId, (tx) =>
        changeObjectiveState(tx, viewer, params.objectiveId, body, now()),
      );
      return answer.status === 200 ? answer.body : reply.code(409).send(answer.body);
    },
  );

  app.post(
    '/objectives/:objectiveId/notes',
    {
      schema: {
        tags,
        summary: 'Add a note to one of your objectives',
        params: objectiveParams,
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
        summary: 'Accept or revert a change by your manager',
        params: changeParams,
        body: changeResponseSchema,
        response: { 200: objectiveSchema, 409: objectiveConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { viewer, params, body } = request;
      const answer = await mutate(request, params.objectiveId, (tx) =>
        respondToChange(tx, viewer, params, body, now()),
      );
      return answer.status === 200 ? answer.body : reply.code(409).send(answer.body);
    },
  );
};
