import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  devicesSchema,
  invitationDetailsSchema,
  type LinkState,
  passwordByLinkSchema,
  passwordChangeSchema,
  passwordResetDetailsSchema,
  passwordResetRequestSchema,
} from '#contract/access/account.ts';
import { idTokenSchema, linkTokenSchema } from '#contract/access/session.ts';
import { fullName } from '#contract/people.ts';
import { randomId } from '#contract/text.ts';
import type { FoundLink } from '#server/access/accountLinks/index.ts';
import { type Actor, type Audit, actorOf } from '#server/administration/audit/index.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { PUBLIC_CALLS } from '#server/http/rateLimits.ts';
import { requireSameOrigin } from '#server/http/sameOrigin.ts';
import { requireCurrentPassword } from './checkPassword.ts';
import { listDevices, signOutDevice } from './devices.ts';
import { findOrganisationByEmail } from './organisations.ts';
import { mayResetPassword, mayUsePassword, readSignOnMode, signOnRequired } from './passwordPolicy.ts';
import { createSession } from './refreshTokens.ts';
import type { SessionDeps } from './sessionRoutes.ts';
import { endSessions, findAccountHolder, setPassword } from './setPassword.ts';
import { createSignInDelays } from './signInDelays.ts';
import { createStartSession } from './startSession.ts';

export interface AccountDeps extends SessionDeps {
  audit: Audit;
}

/** Minimum duration of a reset request, so that the time does not reveal whether the account exists. */
const RESET_ANSWER_MS = 400;

const LINK_PROBLEMS: Record<Exclude<LinkState, 'open'>, string> = {
  used: 'This link has already been used. Sign in with your password, or request a new link.',
  revoked: 'This link was replaced or withdrawn. Use the newest email, or request a new link.',
  expired: 'This link has expired. Request a new one.',
  unknown: 'This link does not work. Check that the whole link was copied, or request a new one.',
};
const linkRefused = (found: FoundLink | null) => {
  const state = found?.state ?? 'unknown';
  return notPossible(LINK_PROBLEMS[state === 'open' ? 'used' : state], { token: 'does not work' });
};

/** Calls with the token of a mailed link: accepting an invitation, and setting a new password. */
export const publicAccountRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { pool, accountLinks, audit, now } = deps;
  const sameOrigin = requireSameOrigin(deps.publicOrigin);
  const startSession = createStartSession(deps);
  /** The person acts before a session exists. */
  const selfOf = (request: { id: string; ip: string }, userId: number): Actor => ({
    userId,
    requestId: request.id,
    address: request.ip,
  });
  const publicCall = { config: PUBLIC_CALLS, onRequest: sameOrigin };

  app.post(
    '/auth/invitation/details',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Get the invited person, and whether the invitation can be accepted',
        security: [],
        body: linkTokenSchema,
        response: { 200: invitationDetailsSchema, ...problems(400, 429) },
      },
    },
    async ({ body }) => {
      const link = await accountLinks.find(body.token, 'invitation');
      if (!link)
        return {
          state: 'unknown' as const,
          organisation: null,
          firstName: null,
          emailAddress: null,
          invitedBy: null,
          signOn: 'off' as const,
        };
      return readTenant(pool, link.tenantId, async (tx) => {
        const person = await findAccountHolder(tx, link.userId);
        const [sender] = link.createdBy
          ? await tx.select().from(users).where(eq(users.id, link.createdBy))
          : [];
        return {
          state: link.state,
          organisation: person.organisation,
          firstName: person.firstName,
          emailAddress: person.email,
          invitedBy: sender ? fullName(sender) : null,
          signOn: await readSignOnMode(tx),
        };
      });
    },
  );

  app.post(
    '/auth/invitation',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Accept an invitation with a new password, and sign in',
        security: [],
        body: passwordByLinkSchema,
        response: { 200: idTokenSchema, ...problems(400, 422, 429) },
      },
    },
    async (request, reply) => {
      const { token, newPassword } = request.body;
      const accepted = await accountLinks.use(token, 'invitation', async (tx, userId) => {
        const person = await findAccountHolder(tx, userId);
        if (person.status !== 'invited') return null;
        if (!(await mayUsePassword(tx, userId))) throw signOnRequired();
        await setPassword(tx, person, newPassword, { keepSession: null, now: now() });
        await tx
          .update(users)
          .set({ status: 'active', activatedAt: now(), joinedAt: now() })
          .where(and(eq(users.id, userId), eq(users.status, 'invited')));
        const session = await createSession(tx, {
          userId,
          userAgent: request.headers['user-agent'],
          now: now(),
        });
        await audit.record(tx, selfOf(request, userId), {
          action: 'person.activated',
          subject: { type: 'person', id: userId },
          changes: { status: { before: 'invited', after: 'active' } },
        });
        return { session, person };
      });
      if (!accepted) throw linkRefused(await accountLinks.find(token, 'invitation'));
      return startSession(reply, accepted.session, accepted.person);
    },
  );

  app.post(
    '/auth/password-reset',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Email a link to set a new password, if the account exists',
        security: [],
        body: passwordResetRequestSchema,
        response: { 204: z.null(), ...problems(400, 429) },
      },
    },
    async ({ body: { email } }, reply) => {
      const mailLink = async () => {
        const organisation = await findOrganisationByEmail(pool, email);
        if (organisation && (await mayResetPassword(pool, organisation, email)))
          await accountLinks.mailTo(organisation.tenantId, email, 'password-reset');
      };
      await Promise.all([mailLink(), delay(RESET_ANSWER_MS)]);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/auth/password-reset/details',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Get the account of a password link, and whether the link still works',
        security: [],
        body: linkTokenSchema,
        response: { 200: passwordResetDetailsSchema, ...problems(400, 429) },
      },
    },
    async ({ body }) => {
      const link = await accountLinks.find(body.token, 'password-reset');
      if (!link) return { state: 'unknown' as const, emailAddress: null };
      const { email } = await readTenant(pool, link.tenantId, (tx) => findAccountHolder(tx, link.userId));
      return { state: link.state, emailAddress: email };
    },
  );

  app.put(
    '/auth/password-reset',
    {
      ...publicCall,
      schema: {
        tags: ['session'],
        summary: 'Set a new password with the token of a link, end all sessions, and sign in',
        security: [],
        body: passwordByLinkSchema,
        response: { 200: idTokenSchema, ...problems(400, 422, 429) },
      },
    },
    async (request, reply) => {
      const { token, newPassword } = request.body;
      const done = await accountLinks.use(token, 'password-reset', async (tx, userId) => {
        const person = await findAccountHolder(tx, userId);
        if (person.status !== 'active') return null;
        if (!(await mayUsePassword(tx, userId))) throw signOnRequired();
        await setPassword(tx, person, newPassword, { keepSession: null, now: now() });
        const session = await createSession(tx, {
          userId,
          userAgent: request.headers['user-agent'],
          now: now(),
        });
        await audit.record(tx, selfOf(request, userId), {
          action: 'person.password-changed',
          subject: { type: 'person', id: userId },
        });
        return { session, person };
      });
      if (!done) throw linkRefused(await accountLinks.find(token, 'password-reset'));
      deps.onSessionEnd();
      await createSignInDelays(pool, now).unlock(done.person);
      return startSession(reply, done.session, done.person);
    },
  );
};

/** Calls for the person's own password and devices. */
export const accountRoutes: FastifyPluginAsyncZod<AccountDeps> = async (app, deps) => {
  const { pool, accountLinks, audit, now } = deps;

  app.put(
    '/auth/password',
    {
      schema: {
        tags: ['session'],
        summary: 'Change your password and sign out all other devices',
        body: passwordChangeSchema,
        response: { 204: z.null(), ...problems(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const { viewer, body } = request;
      const person = await requireCurrentPassword(deps, request, body.currentPassword);
      await withTenant(pool, viewer.tenantId, async (tx) => {
        await setPassword(tx, person, body.newPassword, { keepSession: viewer.sessionId, now: now() });
        await accountLinks.revoke(tx, viewer.userId, 'password-reset');
        await audit.record(tx, actorOf(request), {
          action: 'person.password-changed',
          subject: { type: 'person', id: viewer.userId },
        });
      });
      deps.onSessionEnd();
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/auth/sessions',
    {
      schema: {
        tags: ['session'],
        summary: 'List the devices on which you are signed in',
        response: { 200: devicesSchema, ...problems(401) },
      },
    },
    async ({ viewer }) => ({
      data: await readTenant(pool, viewer.tenantId, (tx) => listDevices(tx, viewer, now())),
    }),
  );

  app.delete(
    '/auth/sessions/:id',
    {
      schema: {
        tags: ['session'],
        summary: 'Sign out one of your devices',
        params: z.object({ id: randomId }),
        response: { 204: z.null(), ...problems(401, 404) },
      },
    },
    async ({ viewer, params }, reply) => {
      const isOwn = await withTenant(pool, viewer.tenantId, (tx) =>
        signOutDevice(tx, viewer, params.id, now()),
      );
      if (!isOwn) throw notFound();
      deps.onSessionEnd();
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/auth/sessions',
    {
      schema: {
        tags: ['session'],
        summary: 'Sign out all your other devices',
        response: { 204: z.null(), ...problems(401) },
      },
    },
    async ({ viewer: { tenantId, userId, sessionId } }, reply) => {
      await withTenant(pool, tenantId, (tx) =>
        endSessions(tx, userId, { keepSession: sessionId, because: 'signed-out-elsewhere', now: now() }),
      );
      deps.onSessionEnd();
      return reply.code(204).send(null);
    },
  );
};
