/** A failed call to the messaging service. `status` is null if there was no response. */
export class RealtimeError extends Error {
  readonly status: number | null;
  constructor(status: number | null, message: string) {
    super(message);
    this.name = 'RealtimeError';
    this.status = status;
  }
}

/** The message is empty and was not sent. Handled like a refusal by the service. */
export class EmptyContent extends RealtimeError {
  constructor() {
    super(400, 'empty content');
    this.name = 'EmptyContent';
  }
}

const statusOf = (error: unknown) => (error instanceof RealtimeError ? error.status : null);
/** The access key has expired, was revoked, or does not cover the call. */
export const isDenied = (error: unknown) => statusOf(error) === 403;
/** A retry cannot help: the service responded, without a server error, a timeout or a rate limit. */
export const isRefusal = (error: unknown) => {
  const status = statusOf(error);
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
};
