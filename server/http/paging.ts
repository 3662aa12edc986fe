/** What a list is asked for: from where on, and how much. The schema of the query has checked the digits. */
export const pageOf = (
  { offset, limit }: { offset?: string | undefined; limit?: string | undefined },
  usual = 50,
) => ({ offset: Number(offset ?? 0), limit: Number(limit ?? usual) });
