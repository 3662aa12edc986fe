import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idTokenSchema, linkTokenSchema } from '#contract/access/session.ts';
import { setupDetailsSchema, setupSchema } from '#contract/access/setup.ts';
import {
  type AccountDeps,
  createSession,
  createStartSession,
  findAccountHolder,
  requireStrongPassword,
} from '#server/access/session/index.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { PUBLIC_CALLS } from '#server/http/rateLimits.ts';
import { requireSameOrigin } from '#server/http/sameOrigin.ts';
import { createOrganisation, OrganisationError } from './createOrganisation.ts';
import { findSetup, isValidToken } from './setupTokens.ts';

const refused = () =>
  notPossible('This address no longer works. Restart the server, and open the address that it prints.', {
    token: 'does not work',
  });

/** Creation of the first organisation at the one-time address that the server prints (decision 0054). */
export const setupRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { pool, audit, now } = deps;
  const startSession = createStartSession(deps);
  const publicCall = { config: PUBLIC_CALLS, onRequest: requireSameOrigin(deps.publicOrigin) };

  app.post(
    '/auth/setup/details',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Check whether a token can create the first organisation',
        security: [],
        body: linkTokenSchema,
        response: { 200: setupDetailsSchema, ...problems(400, 404, 429) },
      },
    },
    async ({ body }) => {
      const state = await findSetup(pool, body.token, now());
      if (state === 'over') throw notFound();
      return { isOpen: state === 'open' };
    },
  );

  app.post(
    '/auth/setup',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Create the first organisation and its administrator, and sign in',
        security: [],
        body: setupSchema,
        response: { 200: idTokenSchema, ...problems(400, 404, 422, 429) },
      },
    },
    async (request, reply) => {
      const { token, organisation, firstName, lastName, emailAddress, newPassword, timeZone } = request.body;
      const requireOpen = async () => {
        const state = await findSetup(pool, token, now());
        if (state === 'over') throw notFound();
        if (state === 'refused') throw refused();
      };
      await requireOpen(); // fails early, before the slow check and hash of the password
      await requireStrongPassword(newPassword, [firstName, lastName, emailAddress, organisation]);
      const newOrganisation = {
        name: organisation,
        domains: [emailAddress.slice(emailAddress.lastIndexOf('@') + 1)],
        admin: { email: emailAddress, firstName, lastName },
        timeZone,
      };
      const created = await createOrganisation(pool, newOrganisation, now(), {
        password: newPassword,
        async before(tx) {
          if (!(await isValidToken(tx, token, now()))) throw refused();
        },
        async after(tx, userId) {
          await audit.record(
            tx,
            { userId, requestId: request.id, address: request.ip },
            { action: 'organisation.created', subject: { type: 'organisation', id: tx.tenantId } },
          );
        },
      }).catch(async (error: unknown) => {
        await requireOpen(); // another request was faster
        throw error instanceof OrganisationError ? notPossible(error.message) : error;
      });
      request.log.info({ tenantId: created.tenantId }, 'organisation created at the one-time address');
      const { session, person } = await withTenant(pool, created.tenantId, async (tx) => ({
        session: await createSession(tx, {
          userId: created.userId,
          userAgent: request.headers['user-agent'],
          now: now(),
        }),
        person: await findAccountHolder(tx, created.userId),
      }));
      return startSession(reply, session, person);
    },
  );
};
