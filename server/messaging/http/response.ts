/** An HTTP response. It always has a content type: without one, clients cannot read the error. */
export interface HttpResponse {
  status: number;
  body: string | Buffer;
  type?: string;
  headers?: Readonly<Record<string, string>>;
  /** Set if the response goes to many clients at the same time, to cache its bytes. */
  shared?: { bytes: Buffer | null };
}

export const JAVASCRIPT = 'text/javascript; charset="UTF-8"';
export const JSON_TYPE = 'application/json';

/** A response whose body is already JSON text. */
export const text = (body: string, status = 200): HttpResponse => ({ status, body, type: JAVASCRIPT });
export const javascript = (value: unknown, status = 200): HttpResponse => text(JSON.stringify(value), status);
export const json = (value: unknown, status = 200): HttpResponse => ({
  status,
  body: JSON.stringify(value),
  type: JSON_TYPE,
});

/** An error with its own HTTP response. Handlers throw it, and the HTTP layer sends the response. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly response: HttpResponse;
  constructor(response: HttpResponse) {
    super(`Request failed with status ${response.status}`);
    this.response = response;
  }
}

/** Error format of most PubNub services. */
export const apiError = (
  status: number,
  service: string,
  message: string,
  payload?: Record<string, unknown>,
): ApiError =>
  new ApiError(javascript({ message, ...(payload && { payload }), error: true, service, status }, status));

export const forbidden = (message = 'Forbidden', payload?: Record<string, unknown>): ApiError =>
  apiError(403, 'Access Manager', message, payload);

export const tooManyRequests = (): ApiError => {
  const { response } = apiError(429, 'Gateway', 'Too Many Requests');
  return new ApiError({ ...response, headers: { 'Retry-After': '1' } });
};

/** The client may retry after a second. */
export const unavailable = (): HttpResponse => {
  const { response } = apiError(503, 'Gateway', 'Service Unavailable');
  return { ...response, headers: { 'Retry-After': '1' } };
};

/** Error format of the history service. */
export const historyError = (status: number, message: string): ApiError =>
  new ApiError(javascript({ status, error: true, error_message: message, channels: {} }, status));

/** Error format of App Context, message actions and files. */
export const detailedError = (
  status: number,
  source: string,
  message: string,
  details: { message: string; location: string; locationType?: string }[] = [],
): ApiError =>
  new ApiError(
    json(
      {
        status,
        error: {
          message,
          source,
          ...(details.length > 0 && {
            details: details.map((detail) => ({ locationType: 'body', ...detail })),
          }),
        },
      },
      status,
    ),
  );
