import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { idTokenSchema, linkTokenSchema } from '#contract/access/session.ts';
import { poolName, SIGN_ON_PATH, signOnAddressSchema, signOnStartSchema } from '#contract/access/signOn.ts';
import {
  createSession,
  createStartSession,
  findAccountHolder,
  findOrganisationByPool,
} from '#server/access/session/index.ts';
import { eq } from '#server/db/drizzle.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { HttpError, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { PUBLIC_CALLS } from '#server/http/rateLimits.ts';
import { requireSameOrigin } from '#server/http/sameOrigin.ts';
import { admitPerson } from './admitPerson.ts';
import { type Attempt, finishAttempt, takeHandoff, tenantOf, useAttempt } from './attempts.ts';
import { createBrowserCookie } from './browserCookie.ts';
import { SignOnRefused } from './refused.ts';
import { providerOf, readSettings } from './settings.ts';
import { redirectUriOf, type SignOnDeps } from './signOnDeps.ts';
import { finishTest } from './signOnTest.ts';
import { createStartAttempt } from './startAttempt.ts';

const TEST_PATH = '/admin/settings/sign-on';

/** Signing in at the identity provider of an organisation. See docs/decisions/0055-single-sign-on.md. */
export const publicSignOnRoutes: FastifyPluginAsyncZod<SignOnDeps> = async (app, deps) => {
  const { pool, audit, accountLinks, now } = deps;
  const cookie = createBrowserCookie(deps);
  const startAttempt = createStartAttempt(deps);
  const startSession = createStartSession(deps);
  const sameOrigin = requireSameOrigin(deps.publicOrigin);

  app.post(
    '/auth/sign-on',
    {
      config: PUBLIC_CALLS,
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'Start a sign-in at the identity provider of an organisation',
        security: [],
        body: signOnStartSchema,
        response: { 200: signOnAddressSchema, ...problems(400, 422, 429) },
      },
    },
    async (request, reply) => {
      const { userPoolId, clientId, email = null, redirectUrl = null, asksAgain = false } = request.body;
      const organisation = await findOrganisationByPool(pool, userPoolId, clientId);
      const settings =
        organisation?.status === 'active' && (await readTenant(pool, organisation.tenantId, readSettings));
      if (!settings || settings.mode === 'off')
        throw notPossible('Your organisation does not use single sign-on. Sign in with your password.');
      const start = { settings, userPoolId, email, asksAgain, target: redirectUrl, startedBy: null };
      return startAttempt(request, reply, { ...start, purpose: 'sign-in' });
    },
  );

  app.get(
    '/auth/sign-on/callback/:userPoolId',
    {
      config: PUBLIC_CALLS,
      // This is not an API call: the identity provider sends the browser here, and the server redirects it to a page.
      schema: { hide: true, params: z.object({ userPoolId: poolName }) },
    },
    async (request, reply) => {
      const path = await answerCallback(request, request.params.userPoolId);
      return reply.header('cache-control', 'no-store').redirect(path, 303);
    },
  );

  /** Returns the path of the page that shows the outcome. */
  async function answerCallback(request: FastifyRequest, userPoolId: string): Promise<string> {
    let attempt: Attempt | null = null;
    try {
      const callback = callbackOf(request, redirectUriOf(deps, userPoolId));
      const state = callback.searchParams.get('state') ?? '';
      const [tenantId, browser] = [tenantOf(state), cookie.read(request)];
      if (tenantId === null || browser === null)
        throw new SignOnRefused('state', 'The state or the browser’s cookie is missing.');
      await requireOrganisation(tenantId, userPoolId);
      attempt = await withTenant(pool, tenantId, (tx) => useAttempt(tx, { state, browser, at: now() }));
      if (!attempt) throw new SignOnRefused('state', 'The state is unknown, expired or used.');
      const settings = await readTenant(pool, tenantId, readSettings);
      if (!settings || settings.providerVersion !== attempt.providerVersion)
        throw new SignOnRefused('settings', 'The settings changed during the sign-in.');
      const isTest = attempt.purpose === 'test';
      if (!isTest && settings.mode === 'off') throw new SignOnRefused('settings', 'Single sign-on is off.');
      const { nonce, verifier } = attempt;
      const claims = await deps.identityProviders.claimsOf(providerOf(settings, deps.secretBox), callback, {
        state,
        nonce,
        verifier,
      });
      if (isTest) {
        await finishTest(deps, request, attempt, { claims });
        return TEST_PATH;
      }
      const used = attempt;
      const handoff = await withTenant(pool, tenantId, async (tx) => {
        const context = {
          tx,
          audit,
          accountLinks,
          request: { id: request.id, address: request.ip },
          now: now(),
        };
        const userId = await admitPerson(context, claims, settings);
        return finishAttempt(tx, used, userId, now());
      });
      return `${SIGN_ON_PATH}${targetQuery(used)}#token=${handoff}`;
    } catch (error) {
      if (!(error instanceof SignOnRefused)) throw error;
      const { refusal, message, technical } = error;
      request.log.warn({ refusal, detail: message, technical }, 'sign-on refused');
      if (attempt?.purpose === 'test') {
        await finishTest(deps, request, attempt, { refused: error });
        return TEST_PATH;
      }
      const query = attempt ? targetQuery(attempt).replace('?', '&') : '';
      return `${SIGN_ON_PATH}?refused=${refusal}${query}`;
    }
  }

  async function requireOrganisation(tenantId: number, userPoolId: string) {
    const [organisation] = await readTenant(pool, tenantId, (tx) =>
      tx.select({ status: tenants.status }).from(tenants).where(eq(tenants.userPoolId, userPoolId)),
    );
    if (organisation?.status !== 'active')
      throw new SignOnRefused('state', 'The response was sent to the address of another organisation.');
  }

  app.post(
    '/auth/sign-on/session',
    {
      config: PUBLIC_CALLS,
      onRequest: sameOrigin,
      schema: {
        tags: ['session'],
        summary: 'Get the session of a sign-in at the identity provider, once and in the same browser',
        security: [],
        body: linkTokenSchema,
        response: { 200: idTokenSchema, ...problems(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const handoff = request.body.token;
      const [tenantId, browser] = [tenantOf(handoff), cookie.read(request)];
      const expired = () =>
        new HttpError(401, 'credentials-refused', 'This sign-in has expired. Sign in again.');
      if (tenantId === null || browser === null) throw expired();
      const entered = await withTenant(pool, tenantId, async (tx) => {
        const userId = await takeHandoff(tx, { handoff, browser, at: now() });
        if (userId === null) return null;
        const person = await findAccountHolder(tx, userId);
        if (person.status !== 'active') return { person, session: null };
        const userAgent = request.headers['user-agent'];
        return { person, session: await createSession(tx, { userId, userAgent, now: now() }) };
      });
      if (!entered) throw expired();
      const { person, session } = entered;
      if (!session)
        throw new HttpError(
          403,
          'session-ended',
          'Your account is no longer active. Ask your administrator.',
        );
      request.log.info(
        { sessionId: session.sessionId, userId: person.userId },
        'signed in by single sign-on',
      );
      return startSession(reply, session, person);
    },
  );
};

/**
 * The address of the callback with its parameters. A repeated parameter is refused, because parsers disagree about it.
 */
function callbackOf(request: FastifyRequest, redirectUri: string): URL {
  const callback = new URL(redirectUri);
  callback.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const names = [...callback.searchParams.keys()];
  if (new Set(names).size < names.length)
    throw new SignOnRefused('state', 'A parameter of the response is repeated.');
  return callback;
}

const targetQuery = ({ target }: Attempt) =>
  target === null ? '' : `?redirectUrl=${encodeURIComponent(target)}`;
