import { type SQL, sql } from '#server/db/drizzle.ts';

/** Combining marks, which Unicode decomposition separates from their letter. */
const COMBINING_MARKS =
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff]';

/** Removes case and accents, like the client's search. Plain ASCII skips the slow normalization. */
const fold = (text: string) => `(select lower(case when octet_length(t) = length(t) then t
  else regexp_replace(normalize(t, NFKD), '${COMBINING_MARKS}', '', 'g') end) from (select ${text} as t) as written)`;

/** The text as SQL compares it: single spaces, none at the ends. */
export const searchText = (search: string) => search.trim().replace(/\s+/g, ' ');

/**
 * Matches people whose first name, last name, full name or email starts with the text, one of them per line. `search` is
 * the SQL of a search text, `user` the name of the table.
 */
export const matchesName = (search: string, user: string) =>
  `position(${fold(`chr(10) || ${search}`)}
  in ${fold(`concat_ws(chr(10), '', ${user}.first_name || ' ' || ${user}.last_name, ${user}.last_name, ${user}.email)`)}) > 0`;

/** The same condition for queries of drizzle on `users`. */
export function nameStartsWith(search: string): SQL {
  const [before = '', after = ''] = matchesName('$search', 'users').split('$search');
  return sql`${sql.raw(before)}${searchText(search)}${sql.raw(after)}`;
}
