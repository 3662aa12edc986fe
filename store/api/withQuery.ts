/** A path with those query parameters that are set. */
export const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
};
