import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  departmentChangeSchema,
  departmentMergeSchema,
  departmentPageSchema,
  departmentSchema,
  departmentsSchema,
  newDepartmentSchema,
} from '#contract/administration/departments.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { userIdInPath } from '#server/http/params.ts';
import { problems } from '#server/http/problems.ts';
import {
  type ChangeContext,
  changeDepartment,
  createDepartment,
  deleteDepartment,
  mergeDepartment,
} from './changeDepartments.ts';
import { readDepartment, readDepartmentPage, readDepartments } from './readDepartments.ts';

interface DepartmentsDeps {
  pool: Pool;
  audit: Audit;
  now: () => Date;
}

const params = z.object({ departmentId: userIdInPath });

/** The tree of departments, for administrators; 404 for everyone else (decision 0050). */
export const departmentsRoutes: FastifyPluginAsyncZod<DepartmentsDeps> = async (
  app,
  { pool, audit, now },
) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });
  const change = <T>(request: FastifyRequest, work: (context: ChangeContext) => Promise<T>) =>
    withTenant(pool, request.viewer.tenantId, (tx) => work({ tx, audit, actor: actorOf(request) }));

  app.get(
    '/admin/departments',
    {
      schema: {
        tags: ['admin'],
        summary: 'The tree of departments with the numbers of their people',
        response: { 200: departmentsSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, readDepartments),
  );

  app.post(
    '/admin/departments',
    {
      schema: {
        tags: ['admin'],
        summary: 'Create a department',
        body: newDepartmentSchema,
        response: { 201: departmentSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const department = await change(request, async (context) =>
        readDepartment(context.tx, await createDepartment(context, request.body)),
      );
      return reply.code(201).send(department);
    },
  );

  app.get(
    '/admin/departments/:departmentId',
    {
      schema: {
        tags: ['admin'],
        summary: 'A department with figures about it and the departments below it',
        params,
        response: { 200: departmentPageSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { departmentId } }) =>
      readTenant(pool, viewer.tenantId, (tx) => readDepartmentPage(tx, Number(departmentId), now())),
  );

  app.patch(
    '/admin/departments/:departmentId',
    {
      schema: {
        tags: ['admin'],
        summary: 'Rename or move a department, or set its head',
        params,
        body: departmentChangeSchema,
        response: { 200: departmentSchema, ...problems(400, 401, 404, 422) },
      },
    },
    (request) => {
      const departmentId = Number(request.params.departmentId);
      return change(request, async (context) => {
        await changeDepartment(context, departmentId, request.body);
        return readDepartment(context.tx, departmentId);
      });
    },
  );

  app.post(
    '/admin/departments/:departmentId/merge',
    {
      schema: {
        tags: ['admin'],
        summary: 'Move the people and departments of a department into another one, and delete it',
        params,
        body: departmentMergeSchema,
        response: { 200: departmentSchema, ...problems(400, 401, 404, 422) },
      },
    },
    (request) =>
      change(request, async (context) => {
        await mergeDepartment(context, Number(request.params.departmentId), request.body.intoId);
        return readDepartment(context.tx, request.body.intoId);
      }),
  );

  app.delete(
    '/admin/departments/:departmentId',
    {
      schema: {
        tags: ['admin'],
        summary: 'Delete a department without people and without departments below it',
        params,
        response: { 204: z.null(), ...problems(401, 404, 422) },
      },
    },
    async (request, reply) => {
      await change(request, (context) => deleteDepartment(context, Number(request.params.departmentId)));
      return reply.code(204).send(null);
    },
  );
};
