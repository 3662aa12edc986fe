import type { ProblemCode } from '#contract/problems.ts';

/** An error response with its status, code and message. Any code below a route can throw it. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: ProblemCode,
    message: string,
    more: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers ?? {};
  }
}

/**
 * The same response for things that do not exist, belong to another organisation, or are hidden from the viewer
 * (decision 0009).
 */
export const notFound = () =>
  new HttpError(404, 'not-found', 'Not found. It may not exist, or you may not have access.');
export const notPossible = (message: string, fields?: Record<string, string>) =>
  new HttpError(422, 'not-possible', message, fields && { fields });
export const badRequest = (fields: Record<string, string>) =>
  new HttpError(400, 'bad-request', 'Some values are not valid. Check the fields and try again.', { fields });
export const tooManyRequests = (message: string, seconds: number) =>
  new HttpError(429, 'too-many-requests', message, {
    headers: { 'retry-after': String(Math.ceil(seconds)) },
  });
export const unavailable = (message: string, seconds: number) =>
  new HttpError(503, 'unavailable', message, { headers: { 'retry-after': String(seconds) } });
