import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { administratorsSchema, peopleSchema, usersQuerySchema } from '#contract/people.ts';
import { profileEditSchema, profileSchema } from '#contract/profile.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { problems } from '#server/http/problems.ts';
import { findAdministrators, listPeople } from './peopleRepository.ts';
import { readProfile, saveProfile } from './profileRepository.ts';

export interface PeopleDeps {
  pool: Pool;
  now: () => Date;
}

export const peopleRoutes: FastifyPluginAsyncZod<PeopleDeps> = async (app, { pool, now }) => {
  app.get(
    '/users',
    {
      config: WITH_ENTITY_TAG,
      schema: {
        tags: ['people'],
        summary: 'The people of a department; 0 means all departments',
        querystring: usersQuerySchema,
        response: { 200: peopleSchema, ...problems(400, 401) },
      },
    },
    async ({ viewer, query }) => {
      const departmentId = Number(query.department);
      // The id exceeds a PostgreSQL integer, so no such department exists.
      if (departmentId > 2_147_483_647) return { data: [] };
      return { data: await withTenant(pool, viewer.tenantId, (tx) => listPeople(tx, departmentId)) };
    },
  );

  app.get(
    '/users/administrators',
    {
      schema: {
        tags: ['people'],
        summary: 'Administrators to contact about wrong data',
        response: { 200: administratorsSchema, ...problems(401) },
      },
    },
    async ({ viewer }) => ({
      data: await withTenant(pool, viewer.tenantId, (tx) => findAdministrators(tx, viewer)),
    }),
  );

  app.get(
    '/profile',
    {
      schema: {
        tags: ['people'],
        summary: 'Your own profile',
        response: { 200: profileSchema, ...problems(401) },
      },
    },
    ({ viewer }) => withTenant(pool, viewer.tenantId, (tx) => readProfile(tx, viewer)),
  );

  app.put(
    '/profile',
    {
      schema: {
        tags: ['people'],
        summary: 'Save your profile',
        body: profileEditSchema,
        response: { 200: profileSchema, ...problems(400, 401, 409) },
      },
    },
    ({ viewer, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await saveProfile(tx, viewer, body, now());
        return readProfile(tx, viewer);
      }),
  );
};
