import { refusal } from './answer.ts';

/** One request, read. Everything in it comes from outside and is to be checked by whoever uses it. */
export interface Call {
  method: string;
  /** As it came, still encoded: this is what is signed. */
  rawPath: string;
  rawQuery: string;
  query: Query;
  body: Buffer;
  contentType: string;
  address: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Called when the client goes away before it has its answer. */
  onGone: (callback: () => void) => void;
}

export class Query {
  readonly #pairs: (readonly [string, string])[];
  constructor(pairs: (readonly [string, string])[]) {
    this.#pairs = pairs;
  }
  get(name: string): string | undefined {
    for (const pair of this.#pairs) if (pair[0] === name) return pair[1];
    return undefined;
  }
  all(name: string): string[] {
    return this.#pairs.filter(([key]) => key === name).map(([, value]) => value);
  }
}

const malformed = () => refusal(400, 'Gateway', 'Malformed percent-encoding');

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed();
  }
}

/** Segments are decoded once, after the split: an encoded slash belongs to a name. */
export function readPath(rawPath: string): string[] {
  const segments = rawPath.slice(1).split('/');
  return rawPath.includes('%') ? segments.map(decode) : segments;
}

export function readQuery(rawQuery: string): Query {
  if (rawQuery === '') return new Query([]);
  return new Query(
    rawQuery.split('&').map((pair) => {
      const equals = pair.indexOf('=');
      const [key, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      // SDKs write a space as %20 and a plus as %2B; URLSearchParams of browsers writes a space as +.
      return [decode(key), decode(value.includes('+') ? value.replaceAll('+', ' ') : value)] as const;
    }),
  );
}

/** A whole number in the query within its bounds; absent: the fallback; anything else is refused. */
export function readCount(
  text: string | undefined,
  { fallback, max, min = 0 }: { fallback: number; max: number; min?: number },
  refuse: () => Error,
): number {
  if (text === undefined || text === '') return fallback;
  if (!/^[0-9]{1,9}$/.test(text)) throw refuse();
  return Math.max(min, Math.min(max, Number(text)));
}

/** JSON from a body or a query; anything else is refused. */
export function readJson(text: string, refuse: () => Error): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse();
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
