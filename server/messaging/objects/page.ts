import { type HttpRequest, readCount } from '#server/messaging/http/request.ts';
import { detailedError } from '#server/messaging/http/response.ts';
import { type FieldSql, filterSql, Parameters } from './filterSql.ts';

const LIMIT_MAX = 100;

export const objectError = (status: number, message: string, location?: string) =>
  detailedError(status, 'objects', message, location ? [{ message, location, locationType: 'query' }] : []);

export const notFound = () => objectError(404, 'Requested object was not found.');

/** Paging parameters of a list request. */
export interface Page {
  limit: number;
  offset: number;
  withCount: boolean;
  include: ReadonlySet<string>;
}

export function readPage({ query }: HttpRequest): Page {
  const limit = readCount(query.get('limit'), { fallback: LIMIT_MAX, max: LIMIT_MAX, min: 1 }, () =>
    objectError(400, 'Invalid limit', 'limit'),
  );
  const [next, previous] = [query.get('start'), query.get('end')];
  const offset = next
    ? readCursor(next, 'start')
    : previous
      ? Math.max(0, readCursor(previous, 'end') - limit)
      : 0;
  return { limit, offset, withCount: query.get('count') === 'true', include: readInclude(query) };
}

export const readInclude = (query: HttpRequest['query']): ReadonlySet<string> =>
  new Set((query.get('include') ?? '').split(',').filter((name) => name !== ''));

/** The SQL condition and order of a list, from `filter` and `sort`. */
export function readOrder(
  { query }: HttpRequest,
  field: FieldSql,
  fallback: string,
): { parameters: Parameters; where: string; order: string } {
  const parameters = new Parameters();
  const filter = query.get('filter');
  const where = filter ? filterSql(filter, field, parameters) : 'true';
  if (!where) throw objectError(400, 'Invalid filter', 'filter');
  const sorts = query
    .all('sort')
    .flatMap((value) => value.split(','))
    .filter((sort) => sort !== '')
    .map((sort) => {
      const [name = '', direction = 'asc'] = sort.split(':');
      const sql = name.startsWith('custom') ? null : field(name.split('.'), parameters);
      if (!sql || !/^(?:asc|desc|null)$/.test(direction)) throw objectError(400, 'Invalid sort', 'sort');
      return `${sql} ${direction === 'desc' ? 'desc nulls last' : 'asc nulls last'}`;
    });
  return { parameters, where, order: [...sorts, fallback].join(', ') };
}

/** The response to a list request. Clients page until a page is empty, so each page with data has a `next`. */
export function pageResponse(
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
  if (!/^[0-9]{1,9}$/.test(text)) throw objectError(400, 'Invalid cursor', location);
  return Number(text);
}
