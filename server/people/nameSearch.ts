import { type SQL, sql } from '#server/db/drizzle.ts';
import { personWords } from '#server/db/schema/people.ts';

/** A search text in the form that SQL compares: single spaces, and none at the ends. */
export const searchText = (search: string) => search.trim().replace(/\s+/g, ' ');

/**
 * Matches people if every word of the search text starts a word of their name or email address, and programs and topics
 * by their names. Ignores case and accents. It uses the words that the database stores, but no index, so it is
 * meant for a few people or thousands of names. The subquery builds the query once, not once for each row. `search` is
 * the SQL of the text, `table` the name of the table.
 */
export const matchesName = (search: string, table: string) =>
  `${table}.search_words @@ (select person_search_query(${search}))`;

/**
 * The people of the organisation who match a search text, as rows of `users` with `word` and `name`. Ordered by `word,
 * name, id`, they are read from the index on words, so that a limit ends the search early. The index is read for the
 * rarest word of the text. A person with several matching words is found at the first. See
 * docs/decisions/0058-search.md. `search` is the SQL of the text, `condition` is about the table `u`.
 */
export const matchingPeople = (search: string, condition: string) => {
  const rarest = `(select rarest_search_word(${search}))`;
  return `select u.*, w.word, w.name
    from person_words as w join users as u on u.tenant_id = w.tenant_id and u.id = w.user_id
    where w.word >= ${rarest} and w.word < ${rarest} || chr(${MAX_CODE_POINT})
      and ${matchesName(search, 'u')} and ${condition}
      and not exists (select from unnest(tsvector_to_array(u.search_words)) as earlier
        where earlier collate "C" >= ${rarest} and earlier collate "C" < w.word)`;
};

/** The same condition for drizzle queries that count and sort all matches: the ids come from the index on words. */
export function nameStartsWith(search: string, user = 'users'): SQL {
  const ids = searchText(search)
    .split(' ')
    .map(
      (word) => sql`select ${personWords.userId} from ${personWords}
        where ${personWords.word} >= fold_text(${word})
          and ${personWords.word} < fold_text(${word}) || chr(${sql.raw(String(MAX_CODE_POINT))})`,
    );
  return sql`${sql.raw(user)}.id = any(array(${sql.join(ids, sql` intersect `)}))`;
}

/** The end of a range of words: a word, followed by the last character of Unicode. */
const MAX_CODE_POINT = 0x10ffff;
