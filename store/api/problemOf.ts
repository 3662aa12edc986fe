import { problemSchema } from '#contract/problems.ts';

/** What a screen can say about a failed call. `offline`: no answer came; `broken`: an answer came that breaks the contract. */
export interface CallFailure {
  kind: 'offline' | 'timeout' | 'session' | 'broken' | 'problem';
  status: number | null;
  code: string;
  message: string;
  requestId: string | null;
  fields: Record<string, string>;
}

const failure = (kind: CallFailure['kind'], code: string, message: string, status: number | null = null) => ({
  kind,
  status,
  code,
  message,
  requestId: null,
  fields: {},
});

/** Reads RTK Query's error (or what `unwrap` threw) into words and fields. */
export function problemOf(error: unknown): CallFailure {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: unknown };
  if (status === 'FETCH_ERROR') return failure('offline', 'offline', 'Trellis cannot be reached right now.');
  if (status === 'TIMEOUT_ERROR') return failure('timeout', 'timeout', 'Trellis did not answer in time.');
  if (status === 'token-missing') return failure('session', 'token-missing', 'Access Token Not Found');
  if (status === 'refresh-refused') return failure('session', 'refresh-refused', 'Your session has ended.');
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
    return failure('offline', 'unavailable', 'Trellis cannot answer right now.', status);
  return failure('broken', 'contract-broken', 'Trellis gave an answer that this page does not understand.');
}
