import type { Answer } from './answer.ts';
import type { Call } from './call.ts';

/** `:` stands for a segment that is handed to the handler, in order. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  handle(call: Call, ...segments: string[]): Answer | Promise<Answer>;
  /** The largest body, in bytes. */
  bodyLimit?: number;
}

export interface Match {
  route: Route;
  /** How the route is called in figures and logs. */
  name: string;
  segments: string[];
}

/** Finds the route of a request: few candidates a look-up, by method, length and first segments. */
export class Router {
  readonly #routes = new Map<string, Candidate[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const pattern = route.path.slice(1).split('/');
      const key = keyOf(route.method, pattern);
      const candidate = { route, name: `${route.method} ${route.path}`, pattern };
      this.#routes.set(key, [...(this.#routes.get(key) ?? []), candidate]);
    }
  }

  match(method: string, segments: readonly string[]): Match | null {
    for (const { route, name, pattern } of this.#routes.get(keyOf(method, segments)) ?? []) {
      const given = fill(pattern, segments);
      if (given) return { route, name, segments: given };
    }
    return null;
  }
}

interface Candidate {
  route: Route;
  name: string;
  pattern: readonly string[];
}

/** What stands where the pattern has a `:`; null if the rest does not agree. */
function fill(pattern: readonly string[], segments: readonly string[]): string[] | null {
  const given: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const segment = segments[at] ?? '';
    if (pattern[at] === ':') given.push(segment);
    else if (pattern[at] !== segment) return null;
  }
  return given;
}

const keyOf = (method: string, segments: readonly string[]): string =>
  `${method} ${segments.length} ${segments[0]}`;
