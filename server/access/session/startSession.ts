import type { FastifyReply } from 'fastify';
import { createCookies } from './cookies.ts';
import type { IdTokens } from './idTokens.ts';
import { createKnownBrowsers } from './knownBrowsers.ts';
import type { NewSession } from './refreshTokens.ts';

/** Hands a new session to the browser: the refresh token as a cookie, and the id token as the body of the response. */
export function createStartSession(deps: {
  idTokens: IdTokens;
  isHttps: boolean;
  refreshKey: Buffer;
  now: () => Date;
}) {
  const cookies = createCookies(deps);
  const knownBrowsers = createKnownBrowsers({ isHttps: deps.isHttps, key: deps.refreshKey });
  return async (
    reply: FastifyReply,
    { sessionId, token, endsAt }: NewSession,
    person: { userId: number; userPoolId: string; clientId: string; email: string },
  ) => {
    cookies.write(reply, token, endsAt);
    knownBrowsers.write(reply, person);
    const { tenantId } = token;
    const { userId, clientId } = person;
    return {
      idToken: await deps.idTokens.sign({ userId, tenantId, sessionId, clientId }),
      expiresIn: deps.idTokens.lifetimeSeconds,
    };
  };
}
