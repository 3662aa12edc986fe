import type { PageQuery } from '#contract/paging.ts';

/** Rows per page of a long list. */
export const PAGE_SIZE = 50;

export const withPage = (path: string, { offset = 0, limit = PAGE_SIZE }: PageQuery) =>
  `${path}${path.includes('?') ? '&' : '?'}offset=${offset}&limit=${limit}`;

interface Page {
  data: readonly unknown[];
  total: number;
}

/** The next page starts after all loaded rows, until the total is reached. An empty page ends the list. */
export const pageOptions = {
  initialPageParam: {} as PageQuery,
  getNextPageParam: (last: Page, all: Page[]): PageQuery | undefined => {
    const offset = all.reduce((sum, { data }) => sum + data.length, 0);
    return last.data.length > 0 && offset < last.total ? { offset } : undefined;
  },
};
