import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '#server/db/ids.ts';
import type { Account } from './signInDelays.ts';

const DAYS = 180;

/**
 * A cookie that shows that this browser has signed in to an account before, or has opened a mailed link for it. It
 * gives no access. Failed sign-ins of such a browser are counted separately (decision 0039).
 */
export function createKnownBrowsers({ isHttps, key }: { isHttps: boolean; key: Buffer }) {
  const name = isHttps ? '__Host-trellis_browser' : 'trellis_browser';
  const signatureOf = (id: string, { userPoolId, email }: Account) =>
    createHmac('sha256', key).update(`known browser\n${id}\n${userPoolId}\n${email}`).digest();
  return {
    /** The id of the browser; null if the browser is not known for this account. */
    read(request: FastifyRequest, account: Account): string | null {
      const [id = '', signature = ''] = (request.cookies[name] ?? '').split('.');
      const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(id, account)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
    },
    write(reply: FastifyReply, account: Account) {
      const id = newId();
      reply.setCookie(name, `${id}.${signatureOf(id, account).toString('base64url')}`, {
        path: '/',
        sameSite: 'strict',
        secure: isHttps,
        httpOnly: true,
        maxAge: DAYS * 86_400,
      });
    },
  };
}
