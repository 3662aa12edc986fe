import { detailedRefusal } from '../http/answer.ts';
import { type Call, readCount } from '../http/call.ts';
import { type FieldSql, filterSql, Parameters } from './filterSql.ts';

const LIMIT_MAX = 100;

export const refuseObjects = (status: number, message: string, location?: string) =>
  detailedRefusal(status, 'objects', message, location ? [{ message, location, locationType: 'query' }] : []);

export const notFound = () => refuseObjects(404, 'Requested object was not found.');

/** One page of a list, as the query asks for it. */
export interface Page {
  limit: number;
  offset: number;
  withCount: boolean;
  include: ReadonlySet<string>;
}

export function readPage({ query }: Call): Page {
  const limit = readCount(query.get('limit'), { fallback: LIMIT_MAX, max: LIMIT_MAX, min: 1 }, () =>
    refuseObjects(400, 'Invalid limit', 'limit'),
  );
  const [next, previous] = [query.get('start'), query.get('end')];
  const offset = next
    ? readCursor(next, 'start')
    : previous
      ? Math.max(0, readCursor(previous, 'end') - limit)
      : 0;
  return { limit, offset, withCount: query.get('count') === 'true', include: readInclude(query) };
}

export const readInclude = (query: Call['query']): ReadonlySet<string> =>
  new Set((query.get('include') ?? '').split(',').filter((name) => name !== ''));

/** Conditions and order of a list, from `filter` and `sort`. */
export function readOrder(
  { query }: Call,
  field: FieldSql,
  fallback: string,
): { parameters: Parameters; where: string; order: string } {
  const parameters = new Parameters();
  const filter = query.get('filter');
  const where = filter ? filterSql(filter, field, parameters) : 'true';
  if (!where) throw refuseObjects(400, 'Invalid filter', 'filter');
  const sorts = query
    .all('sort')
    .flatMap((one) => one.split(','))
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', direction = 'asc'] = one.split(':');
      const sql = name.startsWith('custom') ? null : field(name.split('.'), parameters);
      if (!sql || !/^(?:asc|desc|null)$/.test(direction)) throw refuseObjects(400, 'Invalid sort', 'sort');
      return `${sql} ${direction === 'desc' ? 'desc nulls last' : 'asc nulls last'}`;
    });
  return { parameters, where, order: [...sorts, fallback].join(', ') };
}

/** The answer to a list: `next` as long as there was anything, as clients page until a page is empty. */
export function pageAnswer(
  data: readonly unknown[],
  { offset, withCount }: Page,
  totalCount: number | null,
): Record<string, unknown> {
  return {
    status: 200,
    data,
    ...(withCount && { totalCount }),
    ...(data.length > 0 && { next: cursorAt(offset + data.length) }),
    ...(offset > 0 && { prev: cursorAt(offset) }),
  };
}

const cursorAt = (offset: number): string => Buffer.from(String(offset)).toString('base64url');

function readCursor(cursor: string, location: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[0-9]{1,9}$/.test(text)) throw refuseObjects(400, 'Invalid cursor', location);
  return Number(text);
}
