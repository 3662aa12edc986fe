/**
 * The product's API in memory: a function for each route, such as `GET /api/…`, returns a new response for each call.
 */
export type Answer = (request: Request) => Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
export const problem = (status: number, code: string) =>
  json({ code, message: `it was ${code}`, requestId: 'r-1' }, status);

export function fakeApi(answers: Record<string, Answer>) {
  const requests: Request[] = [];
  const routes = new Map(Object.entries(answers));
  return {
    requests,
    /** Sets the response to all later calls to this route. */
    on: (route: string, answer: Answer) => void routes.set(route, answer),
    answerTo: (route: string): Answer => routes.get(route) ?? (() => problem(404, 'not-found')),
    asked: (route: string) =>
      requests.filter(({ method, url }) => `${method} ${new URL(url).pathname}` === route).length,
    fetch: async (request: Request): Promise<Response> => {
      requests.push(request);
      const answer = routes.get(`${request.method} ${new URL(request.url).pathname}`);
      return answer ? answer(request) : problem(404, 'not-found');
    },
  };
}
