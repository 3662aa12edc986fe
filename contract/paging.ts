import * as z from 'zod/mini';

/** Paging: `offset` and `limit` in the query, `total` in the response. */
export const pageQuerySchema = z.object({
  offset: z.optional(z.string().check(z.regex(/^(0|[1-9][0-9]{0,5})$/, 'is not a valid offset'))),
  limit: z.optional(z.string().check(z.regex(/^([1-9][0-9]?|1[0-9]{2}|200)$/, 'is not between 1 and 200'))),
});
export type PageQuery = { offset?: number; limit?: number };
