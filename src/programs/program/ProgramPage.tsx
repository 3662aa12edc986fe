import { useMemo, useOptimistic } from 'react';
import { useParams } from 'react-router-dom';
import type { Program } from '#contract/learning/programs.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { SessionsCard } from '#src/coaching/lists/SessionsCard.tsx';
import { EnrolmentBanner } from '#src/programs/enrolment/EnrolmentBanner.tsx';
import { EnrolmentDetails } from '#src/programs/enrolment/EnrolmentDetails.tsx';
import { hasEnded } from '#src/programs/enrolment/enrolmentLabels.ts';
import { OtherTopics, SelectedTopics } from '#src/programs/topics/TopicLists.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { selectQueuedCalls } from '#store/offline/queuedCallsSlice.ts';
import { useGetProgramQuery } from '#store/programs/programsApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { DueCard } from './DueCard.tsx';
import { PeopleCard } from './PeopleCard.tsx';
import { ProgramSkeleton } from './ProgramSkeleton.tsx';
import './programPage.css';
import { TopicPicker } from '#src/programs/topics/TopicPicker.tsx';
import { useIsTopicPickerOpen } from '#src/programs/topics/topicSelection.ts';
import { isSelected } from '#src/programs/topics/topics.ts';
import { nextStepOf } from '#store/programs/nextAction.ts';
import { OptimisticStepContext, withQueued, withRecord } from './optimisticProgram.ts';
import { ProgressCard } from './ProgressCard.tsx';

/** The viewer's own program: the selected topics with their steps, or the topic picker. */
export default function ProgramPage() {
  const { programId = '' } = useParams();
  const query = useGetProgramQuery({ programId }, { refetchOnFocus: true });
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Program"
        failure="The program did not load"
        skeleton={<ProgramSkeleton />}
        missing={
          <NotFoundState title="Program not found" to="/program" label="Go to your programs">
            The link may be wrong, the program may be archived, or you may not have access.
          </NotFoundState>
        }
      >
        {(program) => <Page key={program.programId} program={program} />}
      </QueryContent>
    </div>
  );
}

function Page({ program: received }: { program: Program }) {
  const queued = useAppSelector(selectQueuedCalls);
  const program = useMemo(() => withQueued(received, Object.values(queued)), [received, queued]);
  const [shown, showOptimistically] = useOptimistic(program, withRecord);
  const selected = shown.topics.filter(isSelected);
  const isPickerOpen = useIsTopicPickerOpen();
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const isSelecting = shown.can.choose && (isPickerOpen || selected.length === 0);
  const hasTopics = selected.length > 0;
  return (
    <OptimisticStepContext value={showOptimistically}>
      <Breadcrumb to="/program" label="Programs" here={shown.programName} />
      <PageHeader title={shown.programName} lede={shown.purpose} />
      <div className="columns">
        <section aria-labelledby="topics">
          <h2 className="visually-hidden" id="topics">
            Topics
          </h2>
          <EnrolmentBanner program={shown} />
          {isSelecting ? (
            <TopicPicker key={shown.cycle} program={shown} />
          ) : (
            <>
              {hasTopics && <SelectedTopics program={shown} next={nextStepOf(program)} />}
              <OtherTopics program={shown} />
            </>
          )}
          <EnrolmentDetails program={shown} />
        </section>
        <aside className="side" aria-label="About this program">
          {(hasTopics || shown.can.choose) && <ProgressCard program={shown} />}
          <PeopleCard program={shown} />
          {me !== undefined && <SessionsCard programId={shown.programId} userId={me} />}
          {shown.dueOn && (shown.enrolment === 'completed' || !hasEnded(shown.enrolment)) && (
            <DueCard dueOn={shown.dueOn} isCompleted={shown.enrolment === 'completed'} />
          )}
        </aside>
      </div>
    </OptimisticStepContext>
  );
}
