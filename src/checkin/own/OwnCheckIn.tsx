import { useState } from 'react';
import type { CheckIn, CheckIns } from '#contract/learning/checkIns.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { POLLED } from '#src/app/polling.ts';
import { CheckInTabs } from '#src/checkin/CheckInTabs.tsx';
import { skipReasonLabels } from '#src/checkin/checkInTexts.ts';
import { OnlineNow } from '#src/checkin/OnlineNow.tsx';
import { ProgramWeeks } from '#src/checkin/ProgramWeek.tsx';
import { restored } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import type { Formats } from '#src/ui/text/formats.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetCheckInsQuery } from '#store/checkIns/checkInsApi.ts';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { CheckInForm } from './CheckInForm.tsx';
import { Comments } from './Comments.tsx';
import { answeredParts, checkInDraftKey, readAnswers } from './formAnswers.ts';
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
  const [skippedHere, setSkippedHere] = useState<string | null>(null);
  const { current } = overview;
  const canSkip = current.state === 'open' || current.state === 'late';
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
          <Current key={current.week} overview={overview} isSkippedHere={skippedHere === current.week} />
          <Comments comments={current.comments} />
        </div>
        <aside className="side" aria-label="More about your check-in">
          <PastWeeks overview={overview} />
          <OnlineNow />
          <ProgramWeeks />
        </aside>
      </div>
      {isSkipping && (
        <SkipDialog
          overview={overview}
          onSkipped={() => setSkippedHere(current.week)}
          onClose={() => setSkipping(false)}
        />
      )}
    </>
  );
}

/** The form, the sent answers, or that it was skipped. */
function Current({ overview, isSkippedHere }: { overview: CheckIns; isSkippedHere: boolean }) {
  const { shortDay } = useFormats();
  const [isFilledAnyway, setFilledAnyway] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const { current } = overview;
  const { can, lastDay } = current;
  const isSkipped = current.state === 'skipped' && !isFilledAnyway;
  // If another tab skips the check-in, the form stays open: the user may be typing in it.
  const isOpen = can.edit && (!isSkipped || (wasOpen && !isSkippedHere));
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!can.edit)
    return (
      <>
        <Reviewed overview={overview} takesFocus={wasOpen} />
        <SentAnswers checkIn={current} readers={overview} />
      </>
    );
  if (!isOpen) return <Skipped current={current} onFill={() => setFilledAnyway(true)} />;
  return (
    <>
      {isSkipped && (
        <div role="status">
          <Note>{`This check-in is now skipped. You can still send it until ${shortDay(lastDay)}.`}</Note>
        </div>
      )}
      <CheckInForm overview={overview} />
    </>
  );
}

function Skipped({ current, onFill }: { current: CheckIn; onFill: () => void }) {
  const { shortDay } = useFormats();
  const typed = useAppSelector((state) => selectDraft(state, checkInDraftKey(current.week)));
  const draft = restored(typed, readAnswers) ?? current.draft;
  return (
    <div className="card stack-3">
      <p className="strong">You skipped this check-in.</p>
      <p className="text-2">
        {`Your reason: ${skipReasonLabels[current.skipReason ?? 'other']}. Only you can read it. You can still check in until ${shortDay(current.lastDay)}.`}
        {draft && answeredParts(draft).length > 0 && ' Your draft is kept.'}
      </p>
      <div>
        <Button onClick={onFill}>Check in anyway</Button>
      </div>
    </div>
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
