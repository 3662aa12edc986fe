import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  invitablePeopleSchema,
  invitableProgramsSchema,
  invitableSearchSchema,
  invitationsSchema,
  invitedSchema,
} from '#contract/notifications/invitations.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { pageOf } from '#server/http/paging.ts';
import { problems } from '#server/http/problems.ts';
import { programParams } from '#server/learning/programs/params.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { findInvitablePeople, listInvitablePrograms } from './invitablePeople.ts';
import { invite } from './invitations.ts';

const tags = ['programs'];

/** Programs and people that the viewer may invite, and the invitations. */
export const invitationsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, wakeOutbox },
) => {
  app.get(
    '/programs/invitable',
    {
      schema: {
        tags,
        summary: 'The programs that you may invite people to',
        querystring: pageQuerySchema,
        response: { 200: invitableProgramsSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) =>
      readTenant(pool, viewer.tenantId, (tx) => listInvitablePrograms(tx, viewer, pageOf(query))),
  );

  app.get(
    '/programs/:programId/invitable',
    {
      schema: {
        tags,
        summary: 'The people whom you may invite to a program, by the start of a name or an email',
        params: programParams,
        querystring: invitableSearchSchema,
        response: { 200: invitablePeopleSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params, query }) =>
      readTenant(pool, viewer.tenantId, (tx) =>
        findInvitablePeople(tx, viewer, params.programId, query.search ?? ''),
      ),
  );

  app.post(
    '/programs/:programId/invitations',
    {
      schema: {
        tags,
        summary: 'Invite people to a program',
        params: programParams,
        body: invitationsSchema,
        response: { 200: invitedSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, params, body }) => {
      const invited = await withTenant(pool, viewer.tenantId, (tx) =>
        invite(tx, viewer, params.programId, body, now()),
      );
      wakeOutbox();
      return invited;
    },
  );
};
