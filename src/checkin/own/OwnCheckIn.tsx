import { useState } from 'react';
import type { CheckIns } from '#contract/learning/checkIns.ts';
import { POLLED } from '#src/app/polling.ts';
import { CheckInTabs } from '#src/checkin/CheckInTabs.tsx';
import { skipReasonLabels } from '#src/checkin/checkInTexts.ts';
import { OnlineNow } from '#src/checkin/OnlineNow.tsx';
import { ProgramWeeks } from '#src/checkin/ProgramWeek.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import type { Formats } from '#src/ui/text/formats.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetCheckInsQuery } from '#store/checkIns/checkInsApi.ts';
import { CheckInForm } from './CheckInForm.tsx';
import { Comments } from './Comments.tsx';
import { PastWeeks } from './PastWeeks.tsx';
import { Reviewed } from './Reviewed.tsx';
import { SentAnswers } from './SentAnswers.tsx';
import { SkipDialog } from './SkipDialog.tsx';

/** The check-in of this period next to the last one, and the people who are online. */
export function OwnCheckIn() {
  // No notification says that the manager asks a question, has reviewed the check-in, or undoes that.
  const query = useGetCheckInsQuery(undefined, POLLED);
  return (
    <QueryContent
      query={query}
      title="Check-in"
      failure="Your check-in did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={5} />
        </>
      }
    >
      {(overview) => <Page overview={overview} />}
    </QueryContent>
  );
}

function Page({ overview }: { overview: CheckIns }) {
  const formats = useFormats();
  const [isSkipping, setSkipping] = useState(false);
  const [isFilledAnyway, setFilledAnyway] = useState(false);
  const { current } = overview;
  const [formWasOpen] = useState(current.can.edit ? current.week : null);
  const canSkip = current.state === 'open' || current.state === 'late';
  const isSkipped = current.state === 'skipped' && !isFilledAnyway;
  return (
    <>
      <PageHeader
        title="Check-in"
        lede={<Lede overview={overview} formats={formats} />}
        action={canSkip && <Button onClick={() => setSkipping(true)}>Skip this check-in</Button>}
      />
      <CheckInTabs selected="own" />
      <div className="columns">
        <div className="stack-6">
          {isSkipped && (
            <div className="card stack-3">
              <p className="strong">You skipped this check-in.</p>
              <p className="text-2">
                {`Your reason: ${skipReasonLabels[current.skipReason ?? 'other']}. Only you can read it. You can still check in until ${formats.shortDay(current.lastDay)}.`}
              </p>
              <div>
                <Button onClick={() => setFilledAnyway(true)}>Check in anyway</Button>
              </div>
            </div>
          )}
          {!isSkipped && current.can.edit && <CheckInForm key={current.week} overview={overview} />}
          {!current.can.edit && (
            <>
              <Reviewed overview={overview} takesFocus={formWasOpen === current.week} />
              <SentAnswers checkIn={current} readers={overview} />
            </>
          )}
          <Comments comments={current.comments} />
        </div>
        <aside className="side" aria-label="More about your check-in">
          <PastWeeks overview={overview} />
          <OnlineNow />
          <ProgramWeeks />
        </aside>
      </div>
      {isSkipping && <SkipDialog overview={overview} onClose={() => setSkipping(false)} />}
    </>
  );
}

function Lede({ overview: { current }, formats }: { overview: CheckIns; formats: Formats }) {
  const { state, isOptional, dueAt, lastDay, sentAt, wasLate } = current;
  const { dayOf, today, time, shortDay, dayAndTime } = formats;
  if (sentAt)
    return (
      <>
        {`Sent ${dayAndTime(sentAt)}.`} {wasLate && <Tag>Late</Tag>}
      </>
    );
  if (state === 'late')
    return (
      <>
        <Tag tone="amber">Late</Tag>{' '}
        {`It was due ${shortDay(dueAt)}, ${time(dueAt)}. You can send it until ${shortDay(lastDay)}.`}
      </>
    );
  if (isOptional)
    return `You joined after this check-in opened, so it is optional. You can send it until ${shortDay(lastDay)}.`;
  if (dayOf(dueAt) === today) return `Due today at ${time(dueAt)}. Takes about 4 minutes.`;
  return `Due ${shortDay(dueAt)}, ${time(dueAt)}. Takes about 4 minutes.`;
}
