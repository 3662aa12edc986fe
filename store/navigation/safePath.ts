import { normalPath, routeOf } from './routes.ts';

const MAX_LENGTH = 2_048;
/** A base origin that no value can contain, so that only a path keeps this origin. */
const ORIGIN = 'https://trellis.invalid';
const hasUnsafeCharacter = (text: string) =>
  text.includes('\\') ||
  Array.from(text).some(
    (character) => character.charCodeAt(0) < 0x21 || /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Cf}]/u.test(character),
  ) ||
  !text.isWellFormed();
const LONE_PERCENT = /%(?![0-9a-f]{2})/i;
const HIDDEN_SEPARATOR = /%(2f|5c|2e|25|0[0-9a-f]|1[0-9a-f]|7f)/i;

/**
 * Checks every address from outside: `url=`, `redirectUrl`, links of notifications and needs (decision 0006). Returns a
 * path of this application, rebuilt from its parsed form, or null. `value` must be decoded exactly once.
 */
export function safePath(value: string | null | undefined): string | null {
  if (!value || value.length > MAX_LENGTH || hasUnsafeCharacter(value) || LONE_PERCENT.test(value))
    return null;
  if (!value.startsWith('/') || value.startsWith('//')) return null;
  // Checked before parsing, because the parser treats encoded dots like plain ones.
  if (HIDDEN_SEPARATOR.test(value.split(/[?#]/, 1)[0] ?? '')) return null;
  if (!URL.canParse(value, ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(value, ORIGIN);
  if (origin !== ORIGIN || pathname.includes('//')) return null;
  const first = pathname.split('/')[1] ?? '';
  if (['login', 'logout', 'sign-on', 'api', '.well-known'].includes(first.toLowerCase())) return null;
  return routeOf(pathname) === null ? '/not-found' : `${normalPath(pathname)}${search}${hash}`;
}

/** The safe target of `redirectUrl`; null if it is missing or unsafe. */
export const redirectTargetOf = (search: string): string | null =>
  safePath(new URLSearchParams(search).get('redirectUrl'));

/**
 * After a sign-in at the identity provider, `/sign-on?done=1` waits for the session. The guard then opens the target.
 */
export const isSignOnDone = (search: string): boolean => new URLSearchParams(search).has('done');

/** The id of the element that an address leads to (decision 0010); null without one. */
export const targetOf = (hash: string): string | null => hash.slice(1) || null;

/** The target of `url=` when its decoded value has more than 3 characters; an unsafe value leads to home. */
export function startTargetOf(search: string): string | null {
  const url = new URLSearchParams(search).get('url');
  return url === null || url.length <= 3 ? null : (safePath(url) ?? '/home');
}
