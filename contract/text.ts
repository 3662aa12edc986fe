import * as z from 'zod/mini';

/** NUL and lone surrogates pass JSON but no database: refused here, so that they never end in a 500. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();
const STORABLE = { error: 'contains characters that cannot be stored' };

/** Words of a person, trimmed, one line: no control characters. */
export const lineOfText = (max: number, min = 1) =>
  z.string().check(
    z.trim(),
    z.refine(isStorable, STORABLE),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: 'must be on one line' }),
    z.minLength(min, min === 1 ? 'is missing' : `needs at least ${min} characters`),
    z.maxLength(max, `is longer than ${max} characters`),
  );

/** Words of a person that may run over lines. */
export const longText = (max: number, min = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.refine(isStorable, STORABLE),
      z.minLength(min, min === 1 ? 'is missing' : `needs at least ${min} characters`),
      z.maxLength(max, `is longer than ${max} characters`),
    );

/** Words of a person as they were typed: saved while somebody is still typing, so nothing is trimmed. */
export const wordsAsTyped = (max: number) =>
  z.string().check(z.refine(isStorable, STORABLE), z.maxLength(max, `is longer than ${max} characters`));

/** Tenants and users are counted from 1 and fit PostgreSQL's integer (ruling 14). */
export const numericId = z.int().check(z.positive(), z.maximum(2_147_483_647));

/** Everything else has a random id made by the server: 16 letters and digits. */
export const randomId = z.string().check(z.regex(/^[a-z0-9]{16}$/, 'is not an id of this service'));

/** The name under which a person is known to the messaging service; not the user id and not the address. */
export const messagingUuid = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,26}$/));

export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'is longer than 254 characters'),
    z.regex(/^[^\s@\p{Cc}<>"(),:;[\]\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u, 'does not look like an email address'),
    z.refine(isStorable, STORABLE),
  );

/** An instant as the API writes it: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime();
/** A day without a time, `2026-11-21`. */
export const day = z.iso.date();
