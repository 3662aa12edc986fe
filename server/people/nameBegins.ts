import { type SQL, sql } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';

/** Marks that stand on or under the letter before them, as most alphabets write their accents. */
const MARKS =
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff]';

/** Case and accents do not count, as in the client's own search; what is plain ASCII is spared the work. */
const folded = (text: SQL) => sql`(select lower(case when octet_length(t) = length(t) then t
  else regexp_replace(normalize(t, NFKD), ${MARKS}, '', 'g') end) from (select ${text} as t) as written)`;

/** People whose first name, last name, full name or email begins so; each of these stands on a line of its own. */
export const nameBegins = (
  search: string,
) => sql`position(${folded(sql`chr(10) || ${search.trim().replace(/\s+/g, ' ')}`)}
  in ${folded(sql`concat_ws(chr(10), '', ${users.firstName} || ' ' || ${users.lastName}, ${users.lastName}, ${users.email})`)}) > 0`;
