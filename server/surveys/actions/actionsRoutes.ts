import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { actionChangeSchema, newActionSchema, surveyActionsSchema } from '#contract/surveys/actions.ts';
import { randomId } from '#contract/text.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { addAction, changeAction, listActions, removeAction } from './actions.ts';

interface ActionsDeps {
  pool: Pool;
  now: () => Date;
}

const tags = ['surveys'];
const surveyParams = z.object({ surveyId: randomId });
const actionParams = z.object({ surveyId: randomId, actionId: randomId });

/** The actions that follow from a survey, for the people who run it. Each call returns all actions. */
export const actionsRoutes: FastifyPluginAsyncZod<ActionsDeps> = async (app, { pool, now }) => {
  const change = (viewer: Viewer, surveyId: string, work: (tx: TenantTransaction) => Promise<void>) =>
    withTenant(pool, viewer.tenantId, async (tx) => {
      await work(tx);
      return { actions: await listActions(tx, surveyId) };
    });

  app.post(
    '/surveys/:surveyId/actions',
    {
      schema: {
        tags,
        summary: 'Add an action to a survey with released results',
        params: surveyParams,
        body: newActionSchema,
        response: { 200: surveyActionsSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { surveyId }, body }) =>
      change(viewer, surveyId, (tx) => addAction(tx, viewer, surveyId, body, now())),
  );

  app.patch(
    '/surveys/:surveyId/actions/:actionId',
    {
      schema: {
        tags,
        summary: 'Change an action, or say what changed',
        params: actionParams,
        body: actionChangeSchema,
        response: { 200: surveyActionsSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      change(viewer, params.surveyId, (tx) => changeAction(tx, viewer, params, body, now())),
  );

  app.delete(
    '/surveys/:surveyId/actions/:actionId',
    {
      schema: {
        tags,
        summary: 'Remove an action',
        params: actionParams,
        response: { 200: surveyActionsSchema, ...problems(401, 404, 422) },
      },
    },
    ({ viewer, params }) => change(viewer, params.surveyId, (tx) => removeAction(tx, viewer, params)),
  );
};
