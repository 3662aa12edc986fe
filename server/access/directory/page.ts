import { LIST_SCHEMA, type Resource } from './attributes.ts';
import { ScimError } from './scimError.ts';

const DEFAULT_COUNT = 100;
export const MAX_COUNT = 200;
const MAX_START = 2_147_483_647;

export interface Page {
  offset: number;
  count: number;
}

/** The query parameters of a request. A repeated parameter is an error. */
export interface ListQuery {
  filter: string | undefined;
  page: Page;
  /** Lists of attributes to include or to leave out, in lower case. */
  attributes: ReadonlySet<string> | null;
  excluded: ReadonlySet<string>;
}

export function readQuery(query: unknown): ListQuery {
  const values = query as Record<string, unknown>;
  const text = (name: string) => {
    const value = values[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw new ScimError('invalidValue', `${name} must be given once.`);
    return value;
  };
  const number = (name: string, fallback: number) => {
    const value = text(name);
    if (value === undefined) return fallback;
    if (!/^-?[0-9]{1,12}$/.test(value))
      throw new ScimError('invalidValue', `${name} must be a whole number.`);
    return Number(value);
  };
  const names = (name: string) =>
    new Set(
      text(name)
        ?.split(',')
        .map((one) =>
          one
            .trim()
            .replace(/^urn:.*:/i, '')
            .toLowerCase(),
        ),
    );
  const attributes = names('attributes');
  return {
    filter: text('filter'),
    page: {
      // The first resource has the number 1. Smaller numbers mean the same (RFC 7644, section 3.4.2.4).
      offset: Math.min(Math.max(number('startIndex', 1), 1), MAX_START) - 1,
      count: Math.min(Math.max(number('count', DEFAULT_COUNT), 0), MAX_COUNT),
    },
    attributes: attributes.size > 0 ? attributes : null,
    excluded: names('excludedAttributes'),
  };
}

/** `id` and `schemas` are in every response. */
export const project = (resource: Resource, { attributes, excluded }: ListQuery): Resource =>
  Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      if (key === 'id' || key === 'schemas') return true;
      // A part such as `name.givenName` selects its whole attribute.
      if (attributes) return [...attributes].some((one) => one === key || one.startsWith(`${key}.`));
      return !excluded.has(key);
    }),
  );

export const presentList = (query: ListQuery, total: number, resources: Resource[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex: query.page.offset + 1,
  itemsPerPage: resources.length,
  Resources: resources.map((one) => project(one, query)),
});
