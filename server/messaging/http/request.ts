import { apiError } from './response.ts';

/** A parsed request. Nothing in it has been validated. */
export interface HttpRequest {
  method: string;
  /** Still percent-encoded: signatures are computed over this form. */
  rawPath: string;
  rawQuery: string;
  query: Query;
  body: Buffer;
  contentType: string;
  address: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Registers a callback for when the client disconnects before it gets its response. */
  onDisconnect: (callback: () => void) => void;
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

const malformed = () => apiError(400, 'Gateway', 'Malformed percent-encoding');

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed();
  }
}

/** The error for a path without a route: 400 if it is not encoded correctly, else 404. */
export function noRoute(rawPath: string): Error {
  try {
    decode(rawPath);
    return apiError(404, 'Gateway', 'Not Found');
  } catch (error) {
    return error as Error;
  }
}

export function readQuery(rawQuery: string): Query {
  if (rawQuery === '') return new Query([]);
  return new Query(
    rawQuery.split('&').map((pair) => {
      const equals = pair.indexOf('=');
      const [key, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      // SDKs encode a space as %20 and a plus as %2B; URLSearchParams in browsers encodes a space as +.
      return [decode(key), decode(value.includes('+') ? value.replaceAll('+', ' ') : value)] as const;
    }),
  );
}

/**
 * Reads a whole number and clamps it to its bounds. An absent number becomes the fallback. Any other text is an error.
 */
export function readCount(
  text: string | undefined,
  { fallback, max, min = 0 }: { fallback: number; max: number; min?: number },
  makeError: () => Error,
): number {
  if (text === undefined || text === '') return fallback;
  if (!/^[0-9]{1,9}$/.test(text)) throw makeError();
  return Math.max(min, Math.min(max, Number(text)));
}

/** Parses JSON, or throws the error that `makeError` builds. */
export function readJson(text: string, makeError: () => Error): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw makeError();
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
