import * as z from 'zod/mini';

/** PostgreSQL cannot store NUL and lone surrogates. Rejecting them here prevents a 500. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();
const STORABLE = { error: 'contains characters that cannot be stored' };

/** The error of a trimmed text with fewer than `min` characters. */
export const tooShort = (text: unknown, min: number) =>
  text === '' ? 'is missing' : `needs at least ${min} characters`;

/** Trimmed text on one line, without control characters. */
export const singleLineText = (max: number, min = 1) =>
  z.string().check(
    z.trim(),
    z.refine(isStorable, STORABLE),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: 'must be on one line' }),
    z.minLength(min, { error: ({ input }) => tooShort(input, min) }),
    z.maxLength(max, `is longer than ${max} characters`),
  );

/** Trimmed text that can have several lines. */
export const multiLineText = (max: number, min = 0) =>
  z
    .string()
    .check(
      z.trim(),
      z.refine(isStorable, STORABLE),
      z.minLength(min, { error: ({ input }) => tooShort(input, min) }),
      z.maxLength(max, `is longer than ${max} characters`),
    );

/** Text exactly as typed, for drafts that are saved during typing. */
export const untrimmedText = (max: number) =>
  z.string().check(z.refine(isStorable, STORABLE), z.maxLength(max, `is longer than ${max} characters`));

/** Id of a tenant or user: a PostgreSQL integer from 1. See docs/decisions/0005-channel-names.md. */
export const numericId = z.int().check(z.positive(), z.maximum(2_147_483_647));

/** Id of any other entity: 16 random lower-case letters and digits from the server. */
export const randomId = z.string().check(z.regex(/^[a-z0-9]{16}$/, 'is not a valid id'));

/** Id of a person at the messaging service. It is neither the user id nor the email address. */
export const messagingUuid = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,26}$/));

export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'is missing'),
    z.maxLength(254, 'is longer than 254 characters'),
    z.regex(/^[^\s@\p{Cc}<>"(),:;[\]\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u, 'does not look like an email address'),
    z.refine(isStorable, STORABLE),
  );

/** A point in time: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime();
/** A day, such as `2026-11-21`. */
export const day = z.iso.date();
