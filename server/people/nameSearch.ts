import { type SQL, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';

/** Combining marks, which Unicode decomposition separates from their letter. */
const COMBINING_MARKS =
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff]';

/** Removes case and accents, like the client's search. Plain ASCII skips the slow normalization. */
const fold = (text: SQL) => sql`(select lower(case when octet_length(t) = length(t) then t
  else regexp_replace(normalize(t, NFKD), ${COMBINING_MARKS}, '', 'g') end) from (select ${text} as t) as written)`;

/** Matches people whose first name, last name, full name or email starts with the text, one of them per line. */
export const nameStartsWith = (
  search: string,
) => sql`position(${fold(sql`chr(10) || ${search.trim().replace(/\s+/g, ' ')}`)}
  in ${fold(sql`concat_ws(chr(10), '', ${users.firstName} || ' ' || ${users.lastName}, ${users.lastName}, ${users.email})`)}) > 0`;
