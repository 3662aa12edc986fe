import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  catalogueSchema,
  joinAnsweredSchema,
  joinAnswerSchema,
  joinRequestSchema,
  joinRequestsSchema,
} from '#contract/learning/joining.ts';
import { programSchema } from '#contract/learning/programs.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { pageOf } from '#server/http/paging.ts';
import { problems } from '#server/http/problems.ts';
import { learnerParams, programParams, withNumericUserId } from '#server/learning/programs/params.ts';
import { readOwnProgram } from '#server/learning/programs/plans/ownProgram.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { findParticipants } from '#server/people/index.ts';
import { readCatalogue } from './catalogue.ts';
import { answerRequest, askToJoin, join, listRequests, withdrawRequest } from './joining.ts';

const tags = ['programs'];

/** Programs that people join themselves, and their requests (decision 0105). */
export const joiningRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, { pool, now, wakeOutbox }) => {
  app.get(
    '/programs/catalogue',
    {
      schema: {
        tags,
        summary: 'Programs that you can join or ask to join',
        querystring: pageQuerySchema,
        response: { 200: catalogueSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) =>
      readTenant(pool, viewer.tenantId, (tx) => readCatalogue(tx, viewer.userId, pageOf(query), now())),
  );

  app.post(
    '/programs/:programId/join',
    {
      schema: {
        tags,
        summary: 'Join a program that is open',
        params: programParams,
        response: { 200: programSchema, ...problems(401, 404, 422) },
      },
    },
    ({ viewer, params: { programId } }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await join(tx, viewer, programId, now());
        return readOwnProgram(tx, viewer, programId);
      }),
  );

  app.put(
    '/programs/:programId/join-request',
    {
      schema: {
        tags,
        summary: 'Ask to join a program',
        params: programParams,
        body: joinRequestSchema,
        response: { 200: joinRequestSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, params: { programId }, body }) => {
      await withTenant(pool, viewer.tenantId, (tx) => askToJoin(tx, viewer, programId, body.note, now()));
      wakeOutbox();
      return body;
    },
  );

  app.delete(
    '/programs/:programId/join-request',
    {
      schema: {
        tags,
        summary: 'Withdraw a request to join a program',
        params: programParams,
        response: { 204: z.null(), ...problems(401, 404) },
      },
    },
    async ({ viewer, params: { programId } }, reply) => {
      await withTenant(pool, viewer.tenantId, (tx) => withdrawRequest(tx, viewer, programId));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/programs/:programId/join-requests',
    {
      schema: {
        tags,
        summary: 'Open requests to join a program that you manage',
        params: programParams,
        querystring: pageQuerySchema,
        response: { 200: joinRequestsSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params: { programId }, query }) =>
      readTenant(pool, viewer.tenantId, (tx) => listRequests(tx, viewer, programId, pageOf(query))),
  );

  app.put(
    '/programs/:programId/join-requests/:userId',
    {
      schema: {
        tags,
        summary: 'Answer a request to join a program',
        params: learnerParams,
        body: joinAnswerSchema,
        response: { 200: joinAnsweredSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, params, body }) => {
      const request = withNumericUserId(params);
      const person = await withTenant(pool, viewer.tenantId, async (tx) => {
        await answerRequest(tx, viewer, request, body, now());
        return (await findParticipants(tx, [request.userId])).get(request.userId);
      });
      if (!person) throw notFound();
      wakeOutbox();
      return { person, accepted: body.accept };
    },
  );
};
