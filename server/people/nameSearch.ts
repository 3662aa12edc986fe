import { type SQL, sql } from '#server/db/drizzle.ts';

/** A search text in the form that SQL compares: single spaces, and none at the ends. */
export const searchText = (search: string) => search.trim().replace(/\s+/g, ' ');

/**
 * Matches people if every word of the search text starts a word of their name or email address. Ignores case
 * and accents. It uses the words that the database stores. The subquery builds the query once, not once for
 * each row. `search` is the SQL of the text, `user` the name of the table.
 */
export const matchesName = (search: string, user: string) =>
  `${user}.search_words @@ (select person_search_query(${search}))`;

/** The same condition for drizzle queries. */
export const nameStartsWith = (search: string, user = 'users'): SQL =>
  sql`${sql.raw(user)}.search_words @@ person_search_query(${searchText(search)})`;
