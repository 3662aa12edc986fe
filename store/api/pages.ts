import type { PageQuery } from '#contract/paging.ts';

/** How many rows of a longer list are asked for at once. */
export const PAGE_SIZE = 50;

export const withPage = (path: string, { offset = 0, limit = PAGE_SIZE }: PageQuery) =>
  `${path}${path.includes('?') ? '&' : '?'}offset=${offset}&limit=${limit}`;

interface Page {
  data: readonly unknown[];
  total: number;
}

/** The next page begins after all that came, until the total is there. An empty page ends it, whatever the total says. */
export const pageOptions = {
  initialPageParam: {} as PageQuery,
  getNextPageParam: (last: Page, all: Page[]): PageQuery | undefined => {
    const offset = all.reduce((sum, { data }) => sum + data.length, 0);
    return last.data.length > 0 && offset < last.total ? { offset } : undefined;
  },
};
