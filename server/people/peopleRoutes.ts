import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { DIRECTORY_MAX_PEOPLE } from '#contract/limits.ts';
import {
  administratorsSchema,
  knownUsersQuerySchema,
  peopleSchema,
  userSearchQuerySchema,
  usersQuerySchema,
} from '#contract/people.ts';
import { profileEditSchema, profileSchema } from '#contract/profile.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { problems } from '#server/http/problems.ts';
import { findAdministrators, findKnownPeople, findPeopleByText, listPeople } from './peopleRepository.ts';
import { readProfile, saveProfile } from './profileRepository.ts';

/** The largest integer of PostgreSQL. */
const MAX_ID = 2_147_483_647;

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
        summary: 'The people in a department; 0 means all departments',
        querystring: usersQuerySchema,
        response: { 200: peopleSchema, ...problems(400, 401) },
      },
    },
    async ({ viewer, query }) => {
      const departmentId = Number(query.department);
      // The id exceeds a PostgreSQL integer, so no such department exists.
      if (departmentId > MAX_ID) return { data: [], isComplete: true };
      return withTenant(pool, viewer.tenantId, (tx) =>
        listPeople(tx, departmentId, {
          after: query.after === undefined ? undefined : Math.min(Number(query.after), MAX_ID),
          ...(query.ifAtMost !== undefined && {
            ifAtMost: Math.min(Number(query.ifAtMost), DIRECTORY_MAX_PEOPLE),
          }),
        }),
      );
    },
  );

  app.get(
    '/users/known',
    {
      schema: {
        tags: ['people'],
        summary: 'People of the directory by user id',
        querystring: knownUsersQuerySchema,
        response: { 200: peopleSchema, ...problems(400, 401) },
      },
    },
    async ({ viewer, query }) => {
      // Larger ids exceed a PostgreSQL integer, so no such people exist.
      const ids = query.ids
        .split(',')
        .map(Number)
        .filter((id) => id <= MAX_ID);
      return { data: await withTenant(pool, viewer.tenantId, (tx) => findKnownPeople(tx, ids)) };
    },
  );

  app.get(
    '/users/search',
    {
      schema: {
        tags: ['people'],
        summary: 'Search the directory by name, email address or topic',
        querystring: userSearchQuerySchema,
        response: { 200: peopleSchema, ...problems(400, 401) },
      },
    },
    async ({ viewer, query }) => ({
      data: await withTenant(pool, viewer.tenantId, (tx) => findPeopleByText(tx, viewer, query.text)),
    }),
  );

  app.get(
    '/users/administrators',
    {
      schema: {
        tags: ['people'],
        summary: 'Administrators to contact about incorrect data',
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
