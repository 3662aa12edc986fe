import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  invitablePeopleSchema,
  invitableProgramsSchema,
  invitableSearchSchema,
  invitationsSchema,
  invitedSchema,
} from '#contract/invitations.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import { readTenant, withTenant } from '../db/withTenant.ts';
import { pageOf } from '../http/paging.ts';
import { problems } from '../http/problems.ts';
import { findInvitable, listInvitable } from './invitable.ts';
import { invite } from './invitations.ts';
import { ofProgram } from './params.ts';
import type { ProgramsDeps } from './programsRoutes.ts';

const tags = ['programs'];

/** To which programs one may invite whom, and the invitations. */
export const invitationsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, { pool, now }) => {
  app.get(
    '/programs/invitable',
    {
      schema: {
        tags,
        summary: 'The programs to which you may invite people',
        querystring: pageQuerySchema,
        response: { 200: invitableProgramsSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) =>
      readTenant(pool, viewer.tenantId, (tx) => listInvitable(tx, viewer, pageOf(query))),
  );

  app.get(
    '/programs/:programId/invitable',
    {
      schema: {
        tags,
        summary: 'The people whom you may invite to a program, by the beginning of a name or an email',
        params: ofProgram,
        querystring: invitableSearchSchema,
        response: { 200: invitablePeopleSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params, query }) =>
      readTenant(pool, viewer.tenantId, (tx) =>
        findInvitable(tx, viewer, params.programId, query.search ?? ''),
      ),
  );

  app.post(
    '/programs/:programId/invitations',
    {
      schema: {
        tags,
        summary: 'Invite people to a program',
        params: ofProgram,
        body: invitationsSchema,
        response: { 200: invitedSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, body }) =>
      withTenant(pool, viewer.tenantId, (tx) => invite(tx, viewer, params.programId, body, now())),
  );
};
