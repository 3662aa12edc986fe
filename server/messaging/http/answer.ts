/** What goes back to a client: always with a content type, or clients cannot even read the refusal. */
export interface Answer {
  status: number;
  body: string | Buffer;
  type?: string;
  headers?: Readonly<Record<string, string>>;
  /** There when it is given to many at once: its bytes are made once, and kept here. */
  shared?: { bytes: Buffer | null };
}

export const JAVASCRIPT = 'text/javascript; charset="UTF-8"';
export const JSON_TYPE = 'application/json';

/** An answer in JSON text that was made already. */
export const text = (body: string, status = 200): Answer => ({ status, body, type: JAVASCRIPT });
export const javascript = (value: unknown, status = 200): Answer => text(JSON.stringify(value), status);
export const json = (value: unknown, status = 200): Answer => ({
  status,
  body: JSON.stringify(value),
  type: JSON_TYPE,
});

/** Thrown by whoever finds that a request cannot be served; the HTTP layer sends its answer. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`Refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** The shape that most of the services share. */
export const refusal = (
  status: number,
  service: string,
  message: string,
  payload?: Record<string, unknown>,
): Refusal =>
  new Refusal(javascript({ message, ...(payload && { payload }), error: true, service, status }, status));

export const forbidden = (message = 'Forbidden', payload?: Record<string, unknown>): Refusal =>
  refusal(403, 'Access Manager', message, payload);

/** History's own shape. */
export const historyRefusal = (status: number, message: string): Refusal =>
  new Refusal(javascript({ status, error: true, error_message: message, channels: {} }, status));

/** The shape of objects, message actions and files. */
export const detailedRefusal = (
  status: number,
  source: string,
  message: string,
  details: { message: string; location: string; locationType?: string }[] = [],
): Refusal =>
  new Refusal(
    json(
      {
        status,
        error: {
          message,
          source,
          ...(details.length > 0 && { details: details.map((one) => ({ locationType: 'body', ...one })) }),
        },
      },
      status,
    ),
  );
