import { problemSchema } from '#contract/problems.ts';

/**
 * A failed call in the form that screens show. `offline`: no response; `broken`: a response that does not match its
 * schema.
 */
export interface CallFailure {
  kind: 'offline' | 'timeout' | 'session' | 'broken' | 'problem';
  status: number | null;
  code: string;
  message: string;
  requestId: string | null;
  fields: Record<string, string>;
}

/** No response: it changes when the connection is back (`FormErrors`). */
export const OFFLINE_MESSAGE = 'Trellis cannot be reached. Check your connection and try again.';

const failure = (kind: CallFailure['kind'], code: string, message: string, status: number | null = null) => ({
  kind,
  status,
  code,
  message,
  requestId: null,
  fields: {},
});

const CONTRACT_BROKEN = 'contract-broken';
/** The error of a response that does not match its schema. */
export const contractBroken = { status: 'CUSTOM_ERROR', error: CONTRACT_BROKEN } as const;
export const isContractBroken = (error: unknown) =>
  (error as { error?: unknown } | undefined)?.error === CONTRACT_BROKEN;

/** A retry would get the same response. */
export const isFinalFailure = ({ kind, status }: CallFailure) =>
  kind === 'broken' || (kind === 'problem' && status !== null && status < 500 && status !== 429);

/** There was no response, or the response says to try again. */
export const isTransientFailure = (failure: CallFailure) =>
  failure.kind !== 'session' && !isFinalFailure(failure);

/** Turns RTK Query's error, or what `unwrap` threw, into a message and field errors. */
export function problemOf(error: unknown): CallFailure {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: unknown };
  if (status === 'FETCH_ERROR') return failure('offline', 'offline', OFFLINE_MESSAGE);
  if (status === 'TIMEOUT_ERROR')
    return failure('timeout', 'timeout', 'Trellis did not respond in time. Try again.');
  if (status === 'token-missing') return failure('session', 'token-missing', 'Access Token Not Found');
  if (status === 'refresh-refused')
    return failure('session', 'refresh-refused', 'Your session has ended. Sign in again.');
  const problem = problemSchema.safeParse(data);
  if (typeof status === 'number' && problem.success) {
    const { code, message, requestId, fields = {} } = problem.data;
    return {
      kind: status === 401 || status === 403 ? 'session' : 'problem',
      status,
      code,
      message,
      requestId,
      fields,
    };
  }
  if (typeof status === 'number' && status >= 500)
    return failure(
      'offline',
      'unavailable',
      'Trellis is temporarily unavailable. Try again in a moment.',
      status,
    );
  return failure('broken', CONTRACT_BROKEN, 'Trellis sent an unexpected response. Reload the page.');
}
