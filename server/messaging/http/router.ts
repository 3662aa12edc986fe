import type { HttpRequest } from './request.ts';
import type { HttpResponse } from './response.ts';

/** A `:` in the path marks a parameter. The handler gets the parameters in order. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  handle(request: HttpRequest, ...segments: string[]): HttpResponse | Promise<HttpResponse>;
  /** Maximum body size in bytes. With 0, the body is discarded. */
  bodyLimit?: number;
}

export interface Match {
  route: Route;
  /** Name in metrics and logs. */
  name: string;
  segments: string[];
}

/** Finds the route of a request. Candidates are indexed by method, number of segments and first segment. */
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
      const parameters = matchSegments(pattern, segments);
      if (parameters) return { route, name, segments: parameters };
    }
    return null;
  }
}

interface Candidate {
  route: Route;
  name: string;
  pattern: readonly string[];
}

/** The segments at the places of `:`, or null if another segment differs. */
function matchSegments(pattern: readonly string[], segments: readonly string[]): string[] | null {
  const parameters: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const segment = segments[at] ?? '';
    if (pattern[at] === ':') parameters.push(segment);
    else if (pattern[at] !== segment) return null;
  }
  return parameters;
}

const keyOf = (method: string, segments: readonly string[]): string =>
  `${method} ${segments.length} ${segments[0]}`;
