/** A list that says nothing about its length gets this much. */
const USUAL = 200;

/** What a list is asked for: from where on, and how much. The schema of the query has checked the digits. */
export const pageOf = ({ offset, limit }: { offset?: string | undefined; limit?: string | undefined }) => ({
  offset: Number(offset ?? 0),
  limit: Number(limit ?? USUAL),
});
