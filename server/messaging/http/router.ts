import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { HttpRequest } from './request.ts';
import type { HttpResponse } from './response.ts';

/** A `:` in the path marks a parameter. The handler gets the decoded parameters in order. */
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

/** A published message is part of the path; the size of the request's head limits it. */
const MAX_PARAMETER_LENGTH = 1_000_000;
const unused = () => {};

/** Finds the route of a request. */
export class Router {
  readonly #router = findMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      let parameters = 0;
      const path = route.path.replaceAll(/:(?=\/|$)/g, () => `:p${parameters++}`);
      const store = { route, name: `${route.method} ${route.path}` };
      this.#router.on(route.method, path, unused, store);
    }
  }

  /** `rawPath` is percent-encoded. An encoded slash is part of a name. */
  match(method: string, rawPath: string): Match | null {
    const found = this.#router.find(method as HTTPMethod, rawPath);
    if (!found) return null;
    const { route, name } = found.store as Pick<Match, 'route' | 'name'>;
    return { route, name, segments: Object.values(found.params) as string[] };
  }
}
