import type { ProblemCode } from '#contract/problems.ts';

/** An answer that is not a success, thrown from wherever it is noticed. */
export class Refusal extends Error {
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

/** One answer for what does not exist, what belongs to another organisation and what the viewer may not see. */
export const notFound = () =>
  new Refusal(404, 'not-found', 'This does not exist, or it is not yours to see.');
export const notPossible = (message: string, fields?: Record<string, string>) =>
  new Refusal(422, 'not-possible', message, fields && { fields });
export const badRequest = (fields: Record<string, string>) =>
  new Refusal(400, 'bad-request', 'Some of what was sent cannot be taken. See the fields.', { fields });
export const tooManyRequests = (message: string, seconds: number) =>
  new Refusal(429, 'too-many-requests', message, { headers: { 'retry-after': String(Math.ceil(seconds)) } });
