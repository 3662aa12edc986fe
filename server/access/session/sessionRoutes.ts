import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  idTokenSchema,
  linkTokenSchema,
  sessionUserSchema,
  signInSchema,
  userPoolQuerySchema,
  userPoolSchema,
} from '#contract/access/session.ts';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { HttpError, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { PUBLIC_CALLS } from '#server/http/rateLimits.ts';
import { requireSameOrigin } from '#server/http/sameOrigin.ts';
import { logoPath } from '#server/people/index.ts';
import { createCookies } from './cookies.ts';
import type { IdTokens } from './idTokens.ts';
import { createKnownBrowsers } from './knownBrowsers.ts';
import { findOrganisationByEmail } from './organisations.ts';
import { type NewSession, revokeSession, rotateToken, sessionOfToken } from './refreshTokens.ts';
import { readSessionUser } from './sessionUser.ts';
import { createSignIn } from './signIn.ts';
import { unlockAccount } from './unlock.ts';

export interface SessionDeps {
  pool: Pool;
  idTokens: IdTokens;
  /** The key for deriving the successors of refresh tokens. */
  refreshKey: Buffer;
  accountLinks: AccountLinks;
  publicOrigin: string;
  isHttps: boolean;
  now: () => Date;
  /** Called when a session ends, so that its messaging tokens are revoked. */
  onSessionEnd: () => void;
}

const refreshRefused = () => new HttpError(401, 'refresh-refused', 'Your session has ended. Sign in again.');

/** Calls without a token: the organisation for an email address, sign-in, refresh and sign-out. */
export const publicSessionRoutes: FastifyPluginAsyncZod<SessionDeps> = async (app, deps) => {
  const { pool, idTokens, now } = deps;
  const cookies = createCookies(deps);
  const knownBrowsers = createKnownBrowsers({ isHttps: deps.isHttps, key: deps.refreshKey });
  const signIn = createSignIn(deps);
  const sameOrigin = requireSameOrigin(deps.publicOrigin);
  const tokenFor = async (session: NewSession, userId: number, clientId: string) => ({
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
      config: PUBLIC_CALLS,
      schema: {
        tags: ['session'],
        summary: 'Find the organisation for an email address',
        security: [],
        querystring: userPoolQuerySchema,
        response: { 200: userPoolSchema, ...problems(400, 404, 429) },
      },
    },
    async ({ query }) => {
      const organisation = await findOrganisationByEmail(pool, query.email);
      if (!organisation)
        throw new HttpError(
          404,
          'organisation-not-found',
          'No organisation uses this email domain. Check the address, or ask your administrator.',
        );
      const { userPoolId, clientId, tenantName, signOn: mode, logoId, accent, signInText } = organisation;
      const branding = { logo: logoPath(logoId), accent, signInText };
      return { userPoolId, clientId, tenantName, signOn: mode, branding };
    },
  );

  app.post(
    '/auth/sign-in',
    {
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'Sign in; sets the refresh token as a cookie',
        security: [],
        body: signInSchema,
        response: { 200: idTokenSchema, ...problems(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const { body, ip, log } = request;
      const knownBrowser = knownBrowsers.read(request, body);
      const userAgent = request.headers['user-agent'];
      const session = await signIn(body, { address: ip, knownBrowser, userAgent });
      cookies.write(reply, session.token, session.endsAt);
      if (knownBrowser === null) knownBrowsers.write(reply, body);
      log.info({ sessionId: session.sessionId, userId: session.userId }, 'signed in');
      return tokenFor(session, session.userId, body.clientId);
    },
  );

  app.post(
    '/auth/unlock',
    {
      config: PUBLIC_CALLS,
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'End the delay after failed sign-ins with the token of an emailed link',
        security: [],
        body: linkTokenSchema,
        response: { 204: z.null(), ...problems(400, 422, 429) },
      },
    },
    async ({ body, log }, reply) => {
      const person = await deps.accountLinks.use(body.token, 'unlock', async ({ tenantId }, userId) => ({
        tenantId,
        userId,
      }));
      const account = person && (await unlockAccount(deps, person));
      if (!account)
        throw notPossible(
          'This link no longer works. Each link works once and for 2 hours. Try to sign in again.',
        );
      // The delay of other people's guesses does not affect the browser of the account's owner.
      knownBrowsers.write(reply, account);
      log.info({ userId: person.userId }, 'sign-in delay ended by a link');
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/auth/refresh',
    {
      config: PUBLIC_CALLS,
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'Get a new id token for the refresh cookie, which is replaced',
        security: [],
        response: { 200: idTokenSchema, ...problems(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const token = cookies.read(request);
      if (!token) throw refreshRefused();
      const rotation = await withTenant(pool, token.tenantId, (tx) =>
        rotateToken(tx, token, deps.refreshKey, now()),
      );
      if (rotation.kind === 'rotated') {
        cookies.write(reply, rotation.token, rotation.endsAt);
        return tokenFor(rotation, rotation.userId, rotation.clientId);
      }
      cookies.clear(reply);
      if (rotation.kind === 'reused') {
        request.log.warn({ sessionId: rotation.sessionId }, 'refresh token reused, session revoked');
        deps.onSessionEnd();
      }
      if (rotation.kind === 'ended')
        throw new HttpError(
          403,
          'session-ended',
          'Your account or organisation is no longer active. Ask your administrator.',
        );
      throw refreshRefused();
    },
  );

  app.post(
    '/auth/sign-out',
    {
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'Sign out; ends the session and all its tokens',
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
        summary: 'Get the signed-in person',
        response: { 200: sessionUserSchema, ...problems(401, 403) },
      },
    },
    ({ viewer }) => readSessionUser(pool, viewer),
  );
};
