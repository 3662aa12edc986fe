import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  followUpChangeSchema,
  followUpsSchema,
  newFollowUpSchema,
} from '#contract/learning/checkInFollowUps.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import type { CheckInsDeps } from './checkInsRoutes.ts';
import { addFollowUp, changeFollowUp, readFollowUps } from './followUps.ts';

const tags = ['check-ins'];

/**
 * The points that a manager wants to discuss, and the actions, after a check-in. Only the manager can read it (decision
 * 0097).
 */
export const followUpsRoutes: FastifyPluginAsyncZod<Pick<CheckInsDeps, 'pool' | 'now'>> = async (
  app,
  { pool, now },
) => {
  app.get(
    '/team/follow-ups',
    {
      schema: {
        tags,
        summary: 'Your open follow-ups from check-ins',
        response: { 200: followUpsSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readFollowUps(tx, viewer)),
  );

  app.post(
    '/team/check-ins/:checkInId/follow-ups',
    {
      schema: {
        tags,
        summary: 'Save a point for the next session with the author of a check-in, or an action',
        params: z.object({ checkInId: randomId }),
        body: newFollowUpSchema,
        response: { 200: followUpsSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { checkInId }, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await addFollowUp(tx, viewer, checkInId, body, now());
        return readFollowUps(tx, viewer);
      }),
  );

  app.put(
    '/team/follow-ups/:followUpId',
    {
      schema: {
        tags,
        summary: 'Mark a follow-up as done, or undo that',
        params: z.object({ followUpId: randomId }),
        body: followUpChangeSchema,
        response: { 200: followUpsSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params: { followUpId }, body: { isDone } }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await changeFollowUp(tx, viewer, followUpId, isDone, now());
        return readFollowUps(tx, viewer);
      }),
  );
};
