const DEFAULT_LIMIT = 200;

/** Offset and limit of a list. The schema of the query has already checked that they are digits. */
export const pageOf = ({ offset, limit }: { offset?: string | undefined; limit?: string | undefined }) => ({
  offset: Number(offset ?? 0),
  limit: Number(limit ?? DEFAULT_LIMIT),
});
