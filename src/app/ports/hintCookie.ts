import { SESSION_HINT_COOKIE } from '#contract/session.ts';

/** The readable companion of the refresh cookie. It says that there is a session, not whose, and opens nothing. */
export const hintCookie = (page: Document) => ({
  exists: () => page.cookie.split('; ').some((pair) => pair.startsWith(`${SESSION_HINT_COOKIE}=`)),
  clear() {
    page.cookie = `${SESSION_HINT_COOKIE}=; Max-Age=0; Path=/; SameSite=Strict`;
  },
});
