import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  idTokenSchema,
  sessionUserSchema,
  signInSchema,
  userPoolQuerySchema,
  userPoolSchema,
} from '#contract/session.ts';
import { readTenant, withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { OPEN_CALLS } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import { requireSameOrigin } from '../http/sameOrigin.ts';
import { createCookies } from './cookies.ts';
import type { IdTokens } from './idTokens.ts';
import { findOrganisationByEmail } from './organisations.ts';
import { type BegunSession, revokeSession, rotate, sessionOfToken } from './refreshTokens.ts';
import { readSessionUser } from './sessionUser.ts';
import { createSignIn } from './signIn.ts';

export interface SessionDeps {
  pool: Pool;
  idTokens: IdTokens;
  /** The key that successors of refresh tokens are made with. */
  refreshKey: Buffer;
  publicOrigin: string;
  isHttps: boolean;
  now: () => Date;
  /** What a session had been given elsewhere ends with it. */
  onSessionEnd: () => void;
}

const refreshRefused = () => new Refusal(401, 'refresh-refused', 'Your session is over. Sign in again.');

/** Without a token: which organisation an address belongs to, and the way in and out. */
export const openSessionRoutes: FastifyPluginAsyncZod<SessionDeps> = async (app, deps) => {
  const { pool, idTokens, now } = deps;
  const cookies = createCookies(deps);
  const signIn = createSignIn(deps);
  const sameOrigin = requireSameOrigin(deps.publicOrigin);
  const tokenFor = async (session: BegunSession, userId: number, clientId: string) => ({
    idToken: await idTokens.sign({
      userId,
      tenantId: session.token.tenantId,
      sessionId: session.sessionId,
      clientId,
    }),
    expiresIn: idTokens.lifetimeSeconds,
  });

  app.get(
    '/user-pool',
    {
      config: OPEN_CALLS,
      schema: {
        tags: ['session'],
        summary: 'Which organisation an email address belongs to',
        security: [],
        querystring: userPoolQuerySchema,
        response: { 200: userPoolSchema, ...problems(400, 404, 429) },
      },
    },
    async ({ query }) => {
      const organisation = await findOrganisationByEmail(pool, query.email);
      if (!organisation)
        throw new Refusal(
          404,
          'organisation-not-found',
          'No organisation here uses this email domain. Check the address, or ask your administrator.',
        );
      return organisation;
    },
  );

  app.post(
    '/auth/sign-in',
    {
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'Sign in; the refresh token comes as a cookie',
        security: [],
        body: signInSchema,
        response: { 200: idTokenSchema, ...problems(400, 401, 429) },
      },
    },
    async ({ body, ip, log }, reply) => {
      const session = await signIn(body, ip);
      cookies.write(reply, session.token, session.endsAt);
      log.info({ sessionId: session.sessionId, userId: session.userId }, 'signed in');
      return tokenFor(session, session.userId, body.clientId);
    },
  );

  app.post(
    '/auth/refresh',
    {
      config: OPEN_CALLS,
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'A new id token for the refresh cookie, which is replaced',
        security: [],
        response: { 200: idTokenSchema, ...problems(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const token = cookies.read(request);
      if (!token) throw refreshRefused();
      const rotation = await withTenant(pool, token.tenantId, (tx) =>
        rotate(tx, token, deps.refreshKey, now()),
      );
      if (rotation.kind === 'rotated') {
        cookies.write(reply, rotation.token, rotation.endsAt);
        return tokenFor(rotation, rotation.userId, rotation.clientId);
      }
      cookies.clear(reply);
      if (rotation.kind === 'reused') {
        request.log.warn(
          { sessionId: rotation.sessionId },
          'a refresh token was used again: session revoked',
        );
        deps.onSessionEnd();
      }
      if (rotation.kind === 'ended')
        throw new Refusal(403, 'session-ended', 'Your account or your organisation is no longer active.');
      throw refreshRefused();
    },
  );

  app.post(
    '/auth/sign-out',
    {
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'End the session, on this device and for all its tokens',
        response: { 204: z.null(), ...problems(400) },
      },
    },
    async (request, reply) => {
      const cookie = cookies.read(request);
      const claims = await idTokens.verify((request.headers.authorization ?? '').replace(/^Bearer\s+/i, ''));
      const tenantId = claims?.tenantId ?? cookie?.tenantId;
      if (tenantId !== undefined) {
        await withTenant(pool, tenantId, async (tx) => {
          const ofCookie = cookie?.tenantId === tenantId ? await sessionOfToken(tx, cookie) : null;
          const ids = new Set([claims?.sessionId, ofCookie].filter((id) => id != null));
          for (const id of ids) await revokeSession(tx, id, 'sign-out', now());
        });
        deps.onSessionEnd();
      }
      cookies.clear(reply);
      return reply.code(204).send(null);
    },
  );
};

export const sessionRoutes: FastifyPluginAsyncZod<SessionDeps> = async (app, { pool }) => {
  app.get(
    '/session',
    {
      schema: {
        tags: ['session'],
        summary: 'The person who is signed in',
        response: { 200: sessionUserSchema, ...problems(401, 403) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readSessionUser(tx, viewer)),
  );
};
