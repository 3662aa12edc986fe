import { type Filter, parse } from 'scim2-parse-filter';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { ScimError } from './scimError.ts';

/** Longer filters could nest more deeply than the parser supports. */
const MAX_LENGTH = 1_000;

type Value = string | number | boolean | null;
/**
 * How to compare each attribute with a value, by the attribute's lower-case name; null for a value that no resource
 * has.
 */
export type Comparisons = Readonly<Record<string, (value: Value) => SQL | null>>;

const NOTHING = sql`false`;
const unsupported = () =>
  new ScimError(
    'invalidFilter',
    'The filter is not supported. Compare attributes with eq, and join comparisons with and, or, not.',
  );

/** Null: invalid. Line breaks inside quotes are refused first, because the parser takes exponential time for them. */
export function parseFilter(filter: string): Filter | null {
  if (filter.length > MAX_LENGTH || !filter.isWellFormed() || /\p{Cc}/u.test(filter)) return null;
  try {
    return parse(filter);
  } catch {
    return null;
  }
}

/** The SQL condition of a filter: comparisons with `eq`, joined with and, or, not. */
export function conditionOf(filter: string, comparisons: Comparisons): SQL {
  const known = new Map(Object.entries(comparisons));
  const parsed = parseFilter(filter);
  if (!parsed) throw new ScimError('invalidFilter', 'The filter is not valid.');
  return toSql(parsed, '');

  function toSql(one: Filter, prefix: string): SQL {
    switch (one.op.toLowerCase()) {
      case 'and':
      case 'or': {
        if (!('filters' in one)) throw unsupported();
        const parts = one.filters.map((part) => toSql(part, prefix));
        return sql`(${sql.join(parts, one.op === 'and' ? sql` and ` : sql` or `)})`;
      }
      case 'not':
        if (!('filter' in one)) throw unsupported();
        return sql`not ${toSql(one.filter, prefix)}`;
      case '[]':
        if (!('valFilter' in one) || prefix !== '') throw unsupported();
        return toSql(one.valFilter, `${nameOf(one.attrPath)}.`);
      case 'eq': {
        if (!('compValue' in one)) throw unsupported();
        const compare = known.get(`${prefix}${nameOf(one.attrPath)}`);
        if (!compare) throw unsupported();
        return sql`(${compare(one.compValue) ?? NOTHING})`;
      }
      default:
        throw unsupported();
    }
  }
}

/** The name of an attribute without its schema, in lower case. */
const nameOf = (path: string) => path.replace(/^urn:.*:/i, '').toLowerCase();

export const textOf = (value: Value) => (typeof value === 'string' ? value : null);
/** Some directories send true and false as strings. */
export const booleanOf = (value: unknown): boolean | null =>
  typeof value === 'boolean'
    ? value
    : typeof value === 'string' && /^(true|false)$/i.test(value)
      ? value.toLowerCase() === 'true'
      : null;
/** A user id within PostgreSQL's integer type; null for any other text. */
export const idOf = (value: unknown): number | null => {
  const text = String(value);
  return /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null;
};
