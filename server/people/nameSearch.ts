import { type SQL, sql } from '#server/db/drizzle.ts';

/** A search text as SQL compares it: single spaces, none at the ends. */
export const searchText = (search: string) => search.trim().replace(/\s+/g, ' ');

/**
 * Matches people in whose name or email address every word of the search text begins a word, without case and accents. It
 * uses the index on the words that the database stores. `search` is the SQL of the text, `user` the name of the table.
 */
export const matchesName = (search: string, user: string) =>
  `${user}.search_words @@ person_search_query(${search})`;

/** The same condition for queries of drizzle. */
export const nameStartsWith = (search: string, user = 'users'): SQL =>
  sql`${sql.raw(user)}.search_words @@ person_search_query(${searchText(search)})`;
