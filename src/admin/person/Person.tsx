import { useParams } from 'react-router-dom';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetAdminPersonQuery } from '#store/admin/personApi.ts';
import { PersonPage } from './PersonPage.tsx';

/** The administrators' page of one person. */
export default function Person() {
  const userId = Number(useParams().userId);
  const isUserId = Number.isSafeInteger(userId) && userId > 0;
  const query = useGetAdminPersonQuery({ userId }, { skip: !isUserId });
  const missing = (
    <NotFoundState title="Person not found" to="/admin/people" label="Go to People">
      The link may be wrong, or the person may not be in your organisation.
    </NotFoundState>
  );
  if (!isUserId) return missing;
  return (
    <QueryContent
      query={query}
      title="Person"
      failure="The person did not load"
      missing={missing}
      skeleton={
        <>
          <SkeletonHeader />
          <div className="columns">
            <SkeletonRows count={3} />
            <SkeletonCard />
          </div>
        </>
      }
    >
      {/* Opening another person resets dialogs and messages. */}
      {(person) => <PersonPage key={person.userId} person={person} />}
    </QueryContent>
  );
}
