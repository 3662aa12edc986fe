import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../http/call.ts';

/** How far a signer's clock may be off. */
const MAX_AGE_S = 60;

export type SignatureVerdict = 'absent' | 'valid' | 'wrong' | 'stale';

/** Signature v2: what holders of the secret key add to each request. */
export function checkSignature(
  call: Call,
  keys: { publishKey: string; secretKey: string },
  now: number,
): SignatureVerdict {
  const given = call.query.get('signature');
  if (given === undefined) return 'absent';
  const timestamp = Number(call.query.get('timestamp'));
  // A publish is signed as a GET without its body, whichever way it is sent.
  const method = call.rawPath.startsWith('/publish') ? 'GET' : call.method;
  const body = method === 'POST' || method === 'PATCH' ? call.body.toString('utf8') : '';
  const signed = [method, keys.publishKey, call.rawPath, sortedQuery(call.rawQuery), body].join('\n');
  const expected = `v2.${createHmac('sha256', keys.secretKey).update(signed).digest('base64url')}`;
  const isEqual =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!isEqual) return 'wrong';
  return Math.abs(now / 1_000 - timestamp) <= MAX_AGE_S ? 'valid' : 'stale';
}

/** By name, then (of names that repeat) by value; encoded as it came. */
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
