import { fullName } from '#contract/people.ts';
import { POLLED } from '#src/app/polling.ts';
import { rangeText } from '#src/checkin/checkInTexts.ts';
import { Comments } from '#src/checkin/own/Comments.tsx';
import { personPath } from '#src/team/teamPaths.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetPersonCheckInsQuery } from '#store/checkIns/reviewApi.ts';
import { PersonTrends } from './PersonTrends.tsx';
import { SharedAnswers } from './SharedAnswers.tsx';
import './review.css';

/** The parts of one person's check-ins that are shared with the user, newest first. */
export function PersonHistory({ userId }: { userId: number }) {
  const formats = useFormats();
  // No notification says that the person has sent a check-in.
  const query = useGetPersonCheckInsQuery({ userId }, POLLED);
  return (
    <QueryContent
      query={query}
      title="Check-ins"
      failure="The check-ins did not load"
      missing={
        <NotFoundState title="Person not found" to="/home" label="Go to home">
          They may not exist, or you may not have access.
        </NotFoundState>
      }
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={3} />
        </>
      }
    >
      {({ person, trend, data }) => (
        <div className="stack-6">
          <div>
            <Breadcrumb to={personPath(userId)} label={fullName(person)} here="Check-ins" />
            <PageHeader
              title={fullName(person)}
              lede="Answers from check-ins that are shared with you. You cannot see whether an answer that is not shared was left empty."
            />
          </div>
          <PersonTrends trend={trend} />
          {data.length === 0 && (
            <div className="card">
              <EmptyState drawing="seed" title="No check-ins yet">
                Check-ins that are sent while you support this person appear here.
              </EmptyState>
            </div>
          )}
          {data.map((checkIn) => (
            <section
              key={checkIn.checkInId}
              className="card stack-3"
              aria-label={rangeText(checkIn, formats)}
            >
              <h2 className="title-3">{rangeText(checkIn, formats)}</h2>
              <SharedAnswers answers={checkIn.answers} />
              <Comments comments={checkIn.comments} />
            </section>
          ))}
        </div>
      )}
    </QueryContent>
  );
}
