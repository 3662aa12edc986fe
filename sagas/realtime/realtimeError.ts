/** A call to the messaging service that failed. `status` is its answer; null when there was none. */
export class RealtimeError extends Error {
  readonly status: number | null;
  constructor(status: number | null, message: string) {
    super(message);
    this.name = 'RealtimeError';
    this.status = status;
  }
}

/** There is nothing in it, so it is not sent at all: the same for whoever sent it as a refusal by the service. */
export class EmptyContent extends RealtimeError {
  constructor() {
    super(400, 'empty content');
    this.name = 'EmptyContent';
  }
}

const statusOf = (error: unknown) => (error instanceof RealtimeError ? error.status : null);
/** The key has ended, was revoked, or does not cover the call. */
export const isDenied = (error: unknown) => statusOf(error) === 403;
/** Another try cannot mend it: the service answered, and it was neither its own trouble nor too much at once. */
export const isRefusal = (error: unknown) => {
  const status = statusOf(error);
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
};
