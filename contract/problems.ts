import * as z from 'zod/mini';

/**
 * The body of every error response. `fields` holds messages by the path in the request (`email`, `answers.3`).
 * `requestId` identifies the log lines.
 */
export const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type Problem = z.infer<typeof problemSchema>;

/** Codes by status; decision 0009 says when each status applies. */
export const problemCodes = [
  'bad-request', // 400, with fields
  'token-missing', // 401 'Access Token Not Found'
  'token-invalid', // 401 expired, forged, or the session has ended
  'credentials-refused', // 401, the same text for every cause of a failed sign-in
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
