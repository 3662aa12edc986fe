import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '#server/messaging/http/request.ts';

/** Maximum clock difference of the signer, in seconds. */
const MAX_AGE_S = 60;

export type SignatureVerdict = 'absent' | 'valid' | 'wrong' | 'stale';

/** Verifies signature version 2, which holders of the secret key add to each request. */
export function checkSignature(
  request: HttpRequest,
  keys: { publishKey: string; secretKey: string },
  now: number,
): SignatureVerdict {
  const given = request.query.get('signature');
  if (given === undefined) return 'absent';
  const timestamp = Number(request.query.get('timestamp'));
  // A publish is always signed as a GET without a body, even if it is sent as a POST.
  const method = request.rawPath.startsWith('/publish') ? 'GET' : request.method;
  const body = method === 'POST' || method === 'PATCH' ? request.body.toString('utf8') : '';
  const signed = [method, keys.publishKey, request.rawPath, sortedQuery(request.rawQuery), body].join('\n');
  const expected = `v2.${createHmac('sha256', keys.secretKey).update(signed).digest('base64url')}`;
  const isEqual =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!isEqual) return 'wrong';
  return Math.abs(now / 1_000 - timestamp) <= MAX_AGE_S ? 'valid' : 'stale';
}

/** Sorted by name, then by value, still percent-encoded. */
function sortedQuery(rawQuery: string): string {
  return rawQuery
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('signature='))
    .map((pair) => [pair.split('=', 1)[0] ?? '', pair] as const)
    .sort(([a, pairA], [b, pairB]) => compare(a, b) || compare(pairA, pairB))
    .map(([, pair]) => pair)
    .join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
