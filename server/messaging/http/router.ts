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
  readonly #routes = new Map<string, { route: Route; name: string; pattern: string[] }[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const pattern = route.path.slice(1).split('/');
      const key = keyOf(route.method, pattern);
      const name = `${route.method} ${route.path}`;
      this.#routes.set(key, [...(this.#routes.get(key) ?? []), { route, name, pattern }]);
    }
  }

  match(method: string, segments: readonly string[]): Match | null {
    for (const { route, name, pattern } of this.#routes.get(keyOf(method, segments)) ?? []) {
      if (pattern.every((part, at) => part === ':' || part === segments[at])) {
        return { route, name, segments: segments.filter((_, at) => pattern[at] === ':') };
      }
    }
    return null;
  }
}

const keyOf = (method: string, segments: readonly string[]): string =>
  `${method} ${segments.length} ${segments[0]}`;
