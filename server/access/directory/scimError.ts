import { HttpError } from '#server/http/httpError.ts';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A request error with a SCIM error type (RFC 7644, section 3.12). */
export class ScimError extends HttpError {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, detail: string) {
    super(scimType === 'uniqueness' ? 409 : 400, 'bad-request', detail);
    this.scimType = scimType;
  }
}

/**
 * The error response in SCIM format. A rule that protects a person, such as the last administrator, is a conflict with
 * the current state.
 */
export function presentError(error: HttpError) {
  const isProtected = error.status === 422;
  const scimType =
    error instanceof ScimError
      ? error.scimType
      : isProtected
        ? 'mutability'
        : error.status === 409
          ? 'uniqueness'
          : error.status === 400
            ? 'invalidSyntax'
            : undefined;
  const fields = Object.entries(error.fields ?? {}).map(([field, text]) => `${field} ${text}`);
  const details = error.status === 400 && fields.length > 0 ? ` ${fields.join(', ')}.` : '';
  const status = isProtected ? 400 : error.status;
  return {
    status,
    body: {
      schemas: [ERROR_SCHEMA],
      status: String(status),
      ...(scimType && { scimType }),
      detail: `${error.message}${details}`,
    },
  };
}
