import * as z from 'zod/mini';

/** A user id in a path: digits that PostgreSQL's integer can hold. */
export const userIdInPath = z.string().check(
  z.regex(/^[1-9][0-9]{0,9}$/),
  z.refine((text) => Number(text) <= 2_147_483_647),
);
