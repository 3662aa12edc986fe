import { fullName } from '#contract/people.ts';
import { rangeText } from '#src/checkin/checkInTexts.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetCheckInQuery } from '#store/checkIns/checkInsApi.ts';
import { Comments } from './Comments.tsx';
import { SentAnswers } from './SentAnswers.tsx';

/** One earlier check-in of the user. */
export function PastCheckIn({ week }: { week: string }) {
  const formats = useFormats();
  const query = useGetCheckInQuery({ week });
  return (
    <QueryContent
      query={query}
      title="Check-in"
      failure="The check-in did not load"
      missing={
        <NotFoundState title="Check-in not found" to="/checkin" label="Go to your check-in">
          There is no check-in for this period.
        </NotFoundState>
      }
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={3} />
        </>
      }
    >
      {(checkIn) => (
        <div className="content-reading stack-6">
          <div>
            <Breadcrumb to="/checkin" label="Check-in" here={rangeText(checkIn, formats)} />
            <PageHeader
              title={`Check-in, ${rangeText(checkIn, formats)}`}
              lede={[
                checkIn.sentAt && `Sent ${formats.dayAndTime(checkIn.sentAt)}.`,
                checkIn.wasLate && 'It was sent late.',
                checkIn.reviewedBy && `Reviewed by ${fullName(checkIn.reviewedBy)}.`,
              ]
                .filter(Boolean)
                .join(' ')}
            />
          </div>
          <SentAnswers checkIn={checkIn} />
          <Comments comments={checkIn.comments} />
        </div>
      )}
    </QueryContent>
  );
}
