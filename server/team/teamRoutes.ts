import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { teamSchema } from '#contract/home.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import { ownVisibilitySchema, teamPersonSchema, visibilitySchema } from '#contract/team.ts';
import { lineOfText } from '#contract/text.ts';
import { readTenant } from '../db/withTenant.ts';
import { pageOf } from '../http/paging.ts';
import { problems } from '../http/problems.ts';
import { readPerson } from './person.ts';
import { readTeam } from './team.ts';
import { readOwnVisibility, readVisibility } from './visibility.ts';

export interface TeamDeps {
  pool: Pool;
  now: () => Date;
}

const tags = ['team'];
const teamQuery = z.object({ ...pageQuerySchema.shape, search: z.optional(lineOfText(80, 0)) });
const ofPerson = z.object({
  userId: z.string().check(
    z.regex(/^[1-9][0-9]{0,9}$/),
    z.refine((text) => Number(text) <= 2_147_483_647),
  ),
});

export const teamRoutes: FastifyPluginAsyncZod<TeamDeps> = async (app, { pool, now }) => {
  app.get(
    '/team',
    {
      schema: {
        tags,
        summary: 'The people who report to you, those who need you first',
        querystring: teamQuery,
        response: { 200: teamSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) =>
      readTenant(pool, viewer.tenantId, (tx) =>
        readTeam(tx, viewer, { search: query.search ?? '', ...pageOf(query) }, now()),
      ),
  );

  app.get(
    '/team/:userId',
    {
      schema: {
        tags,
        summary: 'One person, as their manager or coach may see them',
        params: ofPerson,
        response: { 200: teamPersonSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readPerson(tx, viewer, Number(params.userId), now())),
  );

  app.get(
    '/team/:userId/visibility',
    {
      schema: {
        tags,
        summary: 'What you see of a person, and what not, as they are told it',
        params: ofPerson,
        response: { 200: visibilitySchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readVisibility(tx, viewer, Number(params.userId), now())),
  );

  app.get(
    '/profile/visibility',
    {
      schema: {
        tags,
        summary: 'Who sees what of you',
        response: { 200: ownVisibilitySchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readOwnVisibility(tx, viewer, now())),
  );
};
