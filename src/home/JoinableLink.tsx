import { Link } from 'react-router-dom';
import { usePageCatalogueInfiniteQuery } from '#store/programs/joiningApi.ts';

/** Leads to the programs that the user can join. Nothing is shown without one. */
export function JoinableLink() {
  const { data } = usePageCatalogueInfiniteQuery();
  if (!data?.pages[0]?.total) return null;
  return <Link to="/program">View the programs you can join</Link>;
}
