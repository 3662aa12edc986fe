import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  newCheckInCommentSchema,
  personCheckInsSchema,
  questionChangeSchema,
  reviewChangeSchema,
  reviewSchema,
  teamCheckInsSchema,
} from '#contract/learning/checkInReview.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { userIdInPath } from '#server/http/params.ts';
import { problems } from '#server/http/problems.ts';
import type { CheckInsDeps } from './checkInsRoutes.ts';
import {
  addComment,
  changeReview,
  readPersonCheckIns,
  readReview,
  saveQuestion,
  sendReminder,
} from './review.ts';
import { readTeamCheckIns } from './teamCheckIns.ts';

const tags = ['check-ins'];
const checkInParams = z.object({ checkInId: randomId });
const personParams = z.object({ userId: userIdInPath });

/** Routes for managers and coaches to read check-ins, and for the manager's review. */
export const reviewRoutes: FastifyPluginAsyncZod<CheckInsDeps> = async (app, { pool, now, wakeOutbox }) => {
  app.get(
    '/team/check-ins',
    {
      schema: {
        tags,
        summary: 'The check-ins of your direct reports, most urgent first',
        response: { 200: teamCheckInsSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readTeamCheckIns(tx, viewer, now())),
  );

  app.put(
    '/team/check-ins/question',
    {
      schema: {
        tags,
        summary: 'Ask your direct reports a question in this check-in or the next one',
        body: questionChangeSchema,
        response: { 200: teamCheckInsSchema, ...problems(400, 401, 422) },
      },
    },
    ({ viewer, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await saveQuestion(tx, viewer, body, now());
        return readTeamCheckIns(tx, viewer, now());
      }),
  );

  app.get(
    '/team/check-ins/people/:userId',
    {
      schema: {
        tags,
        summary: 'What one person shares with you in their check-ins',
        params: personParams,
        response: { 200: personCheckInsSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readPersonCheckIns(tx, viewer, Number(params.userId), now())),
  );

  app.post(
    '/team/check-ins/people/:userId/reminder',
    {
      schema: {
        tags,
        summary: 'Remind a direct report who is late',
        params: personParams,
        response: { 200: teamCheckInsSchema, ...problems(401, 404, 422) },
      },
    },
    async ({ viewer, params }) => {
      const team = await withTenant(pool, viewer.tenantId, async (tx) => {
        await sendReminder(tx, viewer, Number(params.userId), now());
        return readTeamCheckIns(tx, viewer, now());
      });
      wakeOutbox();
      return team;
    },
  );

  app.get(
    '/team/check-ins/:checkInId',
    {
      schema: {
        tags,
        summary: 'The parts of a check-in that a person shares with you',
        params: checkInParams,
        response: { 200: reviewSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readReview(tx, viewer, params.checkInId, now())),
  );

  app.put(
    '/team/check-ins/:checkInId/review',
    {
      schema: {
        tags,
        summary: 'Mark a check-in as reviewed, or undo that',
        params: checkInParams,
        body: reviewChangeSchema,
        response: { 200: reviewSchema, ...problems(400, 401, 404, 409) },
      },
    },
    ({ viewer, params: { checkInId }, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await changeReview(tx, viewer, { ...body, checkInId }, now());
        return readReview(tx, viewer, checkInId, now());
      }),
  );

  app.post(
    '/team/check-ins/:checkInId/comments',
    {
      schema: {
        tags,
        summary: 'Comment on a check-in; its author is notified',
        params: checkInParams,
        body: newCheckInCommentSchema,
        response: { 200: reviewSchema, ...problems(400, 401, 404) },
      },
    },
    async ({ viewer, params: { checkInId }, body }) => {
      const review = await withTenant(pool, viewer.tenantId, async (tx) => {
        await addComment(tx, viewer, { checkInId, ...body }, now());
        return readReview(tx, viewer, checkInId, now());
      });
      wakeOutbox();
      return review;
    },
  );
};
