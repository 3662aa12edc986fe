import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  adminPeopleFilterSchema,
  adminPeopleQuerySchema,
  adminPeopleSchema,
  adminPersonPageSchema,
  adminPersonSchema,
  newPeopleResultSchema,
  newPeopleSchema,
  newPersonSchema,
  personChangeSchema,
} from '#contract/administration/peopleAdmin.ts';
import { findSignInDelay, unlockAccount } from '#server/access/session/index.ts';
import { actorOf, readHistory } from '#server/administration/audit/index.ts';
import { readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { userIdInPath } from '#server/http/params.ts';
import { problems } from '#server/http/problems.ts';
import { bulkRoutes } from './bulkRoutes.ts';
import { type PeopleAdminDeps, withChange } from './changeContext.ts';
import { changeDetails } from './changeDetails.ts';
import { type ChangeContext, changePerson } from './changePerson.ts';
import { exportPeople } from './exportPeople.ts';
import { invitePeople } from './invitePeople.ts';
import {
  invitePerson,
  recordUnlock,
  resendInvitation,
  revokeInvitation,
  sendPasswordReset,
} from './invitePerson.ts';
import { readPeopleTable, readPerson } from './peopleTable.ts';
import { readPersonPage } from './personPage.ts';

const params = z.object({ userId: userIdInPath });

/** Adding, inviting and changing people, for administrators; 404 for everyone else (decision 0007). */
export const peopleAdminRoutes: FastifyPluginAsyncZod<PeopleAdminDeps> = async (app, deps) => {
  const { pool, accountLinks, now } = deps;
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  const change = <T>(request: FastifyRequest, work: (context: ChangeContext) => Promise<T>) =>
    withChange(deps, request, work);
  const present = async (tx: TenantTransaction, userId: number) => {
    const person = await readPerson(tx, userId, now());
    if (!person) throw notFound();
    return person;
  };

  app.get(
    '/admin/people',
    {
      schema: {
        tags: ['admin'],
        summary: 'The people of your organisation, in pages',
        querystring: adminPeopleQuerySchema,
        response: { 200: adminPeopleSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, query }) => readTenant(pool, viewer.tenantId, (tx) => readPeopleTable(tx, query, now())),
  );

  app.post(
    '/admin/people',
    {
      schema: {
        tags: ['admin'],
        summary: 'Add a person and email the invitation',
        body: newPersonSchema,
        response: { 201: adminPersonSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const person = await change(request, async (context) =>
        present(context.tx, await invitePerson(context, request.body)),
      );
      accountLinks.wake();
      return reply.code(201).send(person);
    },
  );

  app.post(
    '/admin/people/invitations',
    {
      schema: {
        tags: ['admin'],
        summary: 'Add several people and email the invitations; each row has its own result',
        body: newPeopleSchema,
        response: { 200: newPeopleResultSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request) => {
      const results = await change(request, (context) => invitePeople(context, request.body));
      accountLinks.wake();
      return { results };
    },
  );

  app.post(
    '/admin/people/export',
    {
      schema: {
        tags: ['admin'],
        summary: 'The matching people as a CSV file',
        querystring: adminPeopleFilterSchema,
        response: { 200: z.string(), ...problems(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const file = await exportPeople(
        { ...deps, tenantId: request.viewer.tenantId, actor: actorOf(request) },
        request.query,
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="people.csv"')
        .send(file as unknown as string);
    },
  );

  await app.register(bulkRoutes, deps);

  app.get(
    '/admin/people/:userId',
    {
      schema: {
        tags: ['admin'],
        summary: 'A person with the history of their account',
        params,
        response: { 200: adminPersonPageSchema, ...problems(401, 404) },
      },
    },
    async ({ viewer: { tenantId }, params }) => {
      const userId = Number(params.userId);
      const page = await readTenant(pool, tenantId, async (tx) => {
        const person = await readPersonPage(tx, userId, now());
        if (!person) throw notFound();
        return { ...person, history: await readHistory(tx, userId) };
      });
      const delayedUntil = await findSignInDelay(deps, { tenantId, userId });
      return { ...page, signInDelayedUntil: delayedUntil?.toISOString() ?? null };
    },
  );

  app.patch(
    '/admin/people/:userId',
    {
      schema: {
        tags: ['admin'],
        summary: 'Change a person: status, rights, department, manager, name, address, title',
        params,
        body: personChangeSchema,
        response: { 200: adminPersonSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const userId = Number(request.params.userId);
      const { emailAddress, firstName, lastName, title, expected, ...access } = request.body;
      const details = { email: emailAddress, firstName, lastName, title };
      const { person, isDeactivated } = await change(request, async (context) => {
        const { reason } = access;
        const { emailAddress: email, ...others } = expected ?? {};
        await changeDetails(context, userId, details, { reason, expected: { email, ...others } });
        const outcome = await changePerson(context, userId, { ...access, expected: others });
        return { ...outcome, person: await present(context.tx, userId) };
      });
      if (isDeactivated) deps.onSessionEnd();
      deps.wakeOutbox();
      accountLinks.wake();
      return person;
    },
  );

  const actions = {
    invitation: {
      summary: 'Email a new invitation; the earlier link stops working',
      run: resendInvitation,
    },
    'password-reset': {
      summary: 'Email a link to set a new password',
      run: sendPasswordReset,
    },
  };
  for (const [name, { summary, run }] of Object.entries(actions))
    app.post(
      `/admin/people/:userId/${name}`,
      {
        schema: {
          tags: ['admin'],
          summary,
          params,
          response: { 200: adminPersonSchema, ...problems(401, 404, 422) },
        },
      },
      async (request) => {
        const userId = Number(request.params.userId);
        const person = await change(request, async (context) => {
          await run(context, userId);
          return present(context.tx, userId);
        });
        accountLinks.wake();
        return person;
      },
    );

  app.post(
    '/admin/people/:userId/unlock',
    {
      schema: {
        tags: ['admin'],
        summary: 'End the delay of an account after failed sign-ins',
        params,
        response: { 204: z.null(), ...problems(401, 404) },
      },
    },
    async (request, reply) => {
      const person = { tenantId: request.viewer.tenantId, userId: Number(request.params.userId) };
      // The delays do not belong to a tenant, so they have a separate transaction. It can be repeated.
      await change(request, (context) => recordUnlock(context, person.userId));
      await unlockAccount(deps, person);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/admin/people/:userId/invitation',
    {
      schema: {
        tags: ['admin'],
        summary: 'Withdraw an invitation',
        params,
        response: { 200: adminPersonSchema, ...problems(401, 404, 422) },
      },
    },
    (request) => {
      const userId = Number(request.params.userId);
      return change(request, async (context) => {
        await revokeInvitation(context, userId);
        return present(context.tx, userId);
      });
    },
  );
};
