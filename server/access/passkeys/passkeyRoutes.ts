import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  newPasskeySchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInSchema,
  passkeyStartSchema,
  passkeysSchema,
} from '#contract/access/passkeys.ts';
import { idTokenSchema } from '#contract/access/session.ts';
import {
  createSession,
  createStartSession,
  findAccountHolder,
  mayUsePassword,
  requireCurrentPassword,
  type SessionDeps,
  signOnRequired,
} from '#server/access/session/index.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { passkeys } from '#server/db/schema/sessions.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { PUBLIC_CALLS } from '#server/http/rateLimits.ts';
import { requireSameOrigin } from '#server/http/sameOrigin.ts';
import { createPasskeys, listPasskeys, passkeyRefused, requireRoom, usePasskey } from './passkeys.ts';

export interface PasskeyDeps extends SessionDeps {
  audit: Audit;
}

const asRecord = (options: object) => ({ options: { ...options } });

/** Signing in with a passkey: the authenticator identifies the account. */
export const publicPasskeyRoutes: FastifyPluginAsyncZod<PasskeyDeps> = async (app, deps) => {
  const { pool, now } = deps;
  const service = createPasskeys(deps);
  const startSession = createStartSession(deps);
  const publicCall = { config: PUBLIC_CALLS, onRequest: requireSameOrigin(deps.publicOrigin) };

  app.post(
    '/auth/passkey/options',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Start a sign-in with a passkey',
        security: [],
        response: { 200: passkeyOptionsSchema, ...problems(400, 429) },
      },
    },
    async () => asRecord(await service.startSignIn()),
  );

  app.post(
    '/auth/passkey',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Sign in with a passkey; sets the refresh token as a cookie',
        security: [],
        body: passkeySignInSchema,
        response: { 200: idTokenSchema, ...problems(400, 401, 422, 429) },
      },
    },
    async ({ body, headers, log }, reply) => {
      const checked = await service.checkSignIn(body);
      const { tenantId, userId } = checked;
      const started = await withTenant(pool, tenantId, async (tx) => {
        if (!(await usePasskey(tx, checked, now()))) return null;
        const person = await findAccountHolder(tx, userId);
        // The person was deactivated after the passkey was checked.
        if (person.status !== 'active') return null;
        if (!(await mayUsePassword(tx, userId))) throw signOnRequired();
        const session = await createSession(tx, { userId, userAgent: headers['user-agent'], now: now() });
        return { session, person };
      });
      if (!started) throw passkeyRefused();
      log.info({ sessionId: started.session.sessionId, userId }, 'signed in with a passkey');
      return startSession(reply, started.session, started.person);
    },
  );
};

/** Calls for the person's own passkeys. */
export const passkeyRoutes: FastifyPluginAsyncZod<PasskeyDeps> = async (app, deps) => {
  const { pool, audit } = deps;
  const service = createPasskeys(deps);

  app.get(
    '/auth/passkeys',
    {
      schema: {
        tags: ['session'],
        summary: 'Your passkeys',
        response: { 200: passkeysSchema, ...problems(401) },
      },
    },
    ({ viewer: { tenantId, userId } }) => readTenant(pool, tenantId, (tx) => listPasskeys(tx, userId)),
  );

  app.post(
    '/auth/passkeys/options',
    {
      schema: {
        tags: ['session'],
        summary: 'Start adding a passkey; requires your password',
        body: passkeyStartSchema,
        response: { 200: passkeyOptionsSchema, ...problems(400, 401, 422, 429) },
      },
    },
    async (request) => {
      const { tenantId, userId } = request.viewer;
      await requireCurrentPassword(deps, request, request.body.currentPassword);
      if (!(await readTenant(pool, tenantId, (tx) => mayUsePassword(tx, userId)))) throw signOnRequired();
      return asRecord(await service.startRegistration({ tenantId, userId }));
    },
  );

  app.post(
    '/auth/passkeys',
    {
      schema: {
        tags: ['session'],
        summary: 'Add a passkey',
        body: newPasskeySchema,
        response: { 201: passkeySchema, ...problems(400, 401, 422) },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = request.viewer;
      const row = await service.finishRegistration({ tenantId, userId }, request.body);
      await withTenant(pool, tenantId, async (tx) => {
        if (!(await mayUsePassword(tx, userId))) throw signOnRequired();
        await requireRoom(tx, userId);
        const added = await tx
          .insert(passkeys)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: passkeys.id });
        if (added.length === 0)
          throw notPossible('This passkey already exists.', { credential: 'already exists' });
        await audit.record(tx, actorOf(request), {
          action: 'person.passkey-added',
          subject: { type: 'person', id: userId },
        });
      });
      const { id, name, createdAt } = row;
      return reply.code(201).send({ id, name, createdAt: createdAt.toISOString(), lastUsedAt: null });
    },
  );

  app.delete(
    '/auth/passkeys/:id',
    {
      schema: {
        tags: ['session'],
        summary: 'Remove one of your passkeys',
        params: z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/)) }),
        response: { 204: z.null(), ...problems(401, 404) },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = request.viewer;
      await withTenant(pool, tenantId, async (tx) => {
        const removed = await tx
          .delete(passkeys)
          .where(and(eq(passkeys.id, request.params.id), eq(passkeys.userId, userId)))
          .returning({ id: passkeys.id });
        if (removed.length === 0) throw notFound();
        await audit.record(tx, actorOf(request), {
          action: 'person.passkey-removed',
          subject: { type: 'person', id: userId },
        });
      });
      return reply.code(204).send(null);
    },
  );
};
