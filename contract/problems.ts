import * as z from 'zod/mini';

/**
 * Every answer that is not a success has this body. `fields` names what to mend, by the path in the request
 * (`email`, `answers.3`). `requestId` finds the log line.
 */
export const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type Problem = z.infer<typeof problemSchema>;

/**
 * 401: there is no session (any more). 403: the session itself may not go on; a thing that is not the viewer's is 404,
 * a wrong act on a visible thing 409 or 422 (ruling 10).
 */
export const problemCodes = [
  'bad-request', // 400, with fields
  'token-missing', // 401 'Access Token Not Found'
  'token-invalid', // 401 expired, forged, or its session is over
  'credentials-refused', // 401 one text for every cause of a refused sign-in
  'refresh-refused', // 401
  'session-ended', // 403 deactivated person, suspended tenant
  'organisation-not-found', // 404
  'not-found', // 404
  'conflict', // 409
  'not-possible', // 422
  'too-large', // 413
  'unsupported-type', // 415
  'too-many-requests', // 429
  'internal', // 500
  'unavailable', // 503
] as const;
export type ProblemCode = (typeof problemCodes)[number];
