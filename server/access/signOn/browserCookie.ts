import type { FastifyReply, FastifyRequest } from 'fastify';
import { ATTEMPT_MS, newSecret } from './attempts.ts';

/**
 * Binds attempts to the browser that began them. The cookie is `Lax`, because the identity provider redirects from
 * another site. A browser keeps its secret, so that attempts in several tabs work.
 */
export function createBrowserCookie({ isHttps }: { isHttps: boolean }) {
  const name = isHttps ? '__Host-trellis_sign_on' : 'trellis_sign_on';
  const read = (request: FastifyRequest) => {
    const value = request.cookies[name] ?? '';
    return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
  };
  return {
    read,
    ensure(request: FastifyRequest, reply: FastifyReply): string {
      const secret = read(request) ?? newSecret();
      reply.setCookie(name, secret, {
        path: '/',
        sameSite: 'lax',
        secure: isHttps,
        httpOnly: true,
        maxAge: ATTEMPT_MS / 1_000,
      });
      return secret;
    },
  };
}
