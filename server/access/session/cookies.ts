import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HINT_COOKIE } from '#contract/access/session.ts';
import { IDLE_MS, readToken, writeToken } from './refreshTokens.ts';

/**
 * Two cookies: the refresh token, which scripts cannot read, and a readable hint that a session may exist. Over plain
 * http (local deployments) they have no `Secure` attribute and no prefix, because some browsers reject those there.
 */
export function createCookies({ isHttps, now }: { isHttps: boolean; now: () => Date }) {
  const name = isHttps ? '__Host-trellis_refresh' : 'trellis_refresh';
  const common = { path: '/', sameSite: 'strict', secure: isHttps } as const;
  return {
    read: (request: FastifyRequest) => readToken(request.cookies[name]),
    write(reply: FastifyReply, token: Parameters<typeof writeToken>[0], endsAt: Date) {
      const maxAge = Math.floor(Math.min(IDLE_MS, endsAt.getTime() - now().getTime()) / 1_000);
      reply.setCookie(name, writeToken(token), { ...common, httpOnly: true, maxAge });
      reply.setCookie(SESSION_HINT_COOKIE, '1', { ...common, maxAge });
    },
    clear(reply: FastifyReply) {
      reply.clearCookie(name, { ...common, httpOnly: true });
      reply.clearCookie(SESSION_HINT_COOKIE, common);
    },
  };
}
