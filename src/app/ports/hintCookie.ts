import { SESSION_HINT_COOKIE } from '#contract/access/session.ts';

/**
 * The readable companion of the refresh cookie: it shows that a session exists, but contains no user and grants no
 * access.
 */
export const hintCookie = (page: Document) => ({
  exists: () => page.cookie.split('; ').some((pair) => pair.startsWith(`${SESSION_HINT_COOKIE}=`)),
  clear() {
    page.cookie = `${SESSION_HINT_COOKIE}=; Max-Age=0; Path=/; SameSite=Strict`;
  },
});
