import { normalPath, routeOf } from '#store/navigation/routes.ts';

const MAX_LENGTH = 2_048;
/** A base nobody can name, so that only a path stays on it. */
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
 * The one gate for every address that comes from outside: `url=`, `redirectUrl`, links of notifications and needs. Gives
 * back a path of this application, rebuilt from its parsed form, or null. `value` must have been decoded once, no more.
 */
export function safePath(value: string | null | undefined): string | null {
  if (!value || value.length > MAX_LENGTH || hasUnsafeCharacter(value) || LONE_PERCENT.test(value))
    return null;
  if (!value.startsWith('/') || value.startsWith('//')) return null;
  // Looked for before parsing, which takes encoded dots for plain ones.
  if (HIDDEN_SEPARATOR.test(value.split(/[?#]/, 1)[0] ?? '')) return null;
  if (!URL.canParse(value, ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(value, ORIGIN);
  if (origin !== ORIGIN || pathname.includes('//')) return null;
  const first = pathname.split('/')[1] ?? '';
  if (['login', 'logout', 'api', '.well-known'].includes(first.toLowerCase())) return null;
  return routeOf(pathname) === null ? '/not-found' : `${normalPath(pathname)}${search}${hash}`;
}

/** Where `redirectUrl` of an address leads; null when there is none or it is none of ours. */
export const redirectTargetOf = (search: string): string | null =>
  safePath(new URLSearchParams(search).get('redirectUrl'));

/** The start-up rule: `url=` counts when its decoded value is longer than 3 characters; anything unsafe goes home. */
export function startTargetOf(search: string): string | null {
  const url = new URLSearchParams(search).get('url');
  return url === null || url.length <= 3 ? null : (safePath(url) ?? '/home');
}
