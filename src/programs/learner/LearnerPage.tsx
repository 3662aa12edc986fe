import { Link, useParams } from 'react-router-dom';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import { MESSAGE_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { learnerArea } from '#src/app/shell/navigation.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { LearnerSessions } from '#src/coaching/lists/LearnerSessions.tsx';
import { insightsPath } from '#src/insights/insightsPaths.ts';
import { presenceLabels, usePresence } from '#src/presence/usePresence.ts';
import { hasEnded } from '#src/programs/enrolment/enrolmentLabels.ts';
import { DueCard } from '#src/programs/program/DueCard.tsx';
import ProgramPage from '#src/programs/program/ProgramPage.tsx';
import { ProgramSkeleton } from '#src/programs/program/ProgramSkeleton.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetLearnerProgramQuery } from '#store/programs/programsApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { LearnerOverview } from './LearnerOverview.tsx';
import { LearnerTabs, learnerTabId, useLearnerTab } from './LearnerTabs.tsx';
import { LearnerTopics } from './LearnerTopics.tsx';
import './learner.css';

/** What a manager or coach can see about a learner in a program: topics, step states and dates. */
export default function LearnerPage() {
  const { programId = '', userId = '' } = useParams();
  const learnerId = Number(userId);
  const isId = Number.isSafeInteger(learnerId) && learnerId > 0;
  const isMe = useAppSelector((state) => selectUser(state)?.userId === learnerId);
  const query = useGetLearnerProgramQuery(
    { programId, userId: learnerId },
    { skip: !isId || isMe, refetchOnFocus: true },
  );
  const missing = (
    <NotFoundState title="Learner not found" to="/home" label="Go to home page">
      The link may be wrong, or you may not have access.
    </NotFoundState>
  );
  if (!isId) return <div className="content">{missing}</div>;
  // A notification about a confirmed topic also links the learner to this page.
  if (isMe) return <ProgramPage />;
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Learner"
        failure="The page did not load"
        skeleton={<ProgramSkeleton />}
        missing={missing}
      >
        {(learnerProgram) => <Page learnerProgram={learnerProgram} />}
      </QueryContent>
    </div>
  );
}

function Page({ learnerProgram }: { learnerProgram: LearnerProgram }) {
  const { longDay } = useFormats();
  const { programId, learner, relation, programName, dueOn, enrolment, former, departures } = learnerProgram;
  const presence = usePresence(learner.userId);
  const tab = useLearnerTab();
  const name = fullName(learner);
  const me = useAppSelector(selectUser);
  return (
    <>
      {me && <Breadcrumb {...learnerArea(me, relation)} here={name} />}
      <div className="page-top page-top-centred">
        <div className="row grow">
          <Avatar person={learner} size="large" presence={presence} />
          <div>
            <h1 className="title-1">{name}</h1>
            <p className="text-2">
              {[relationLabel(learnerProgram), presenceLabels[presence]].filter(Boolean).join(', ')}
            </p>
            <p className="text-2">Program: {programName}</p>
            <p className="row row-wrap">
              <Link to={`/team?person=${learner.userId}`}>View objectives and visibility</Link>
              {relation === 'manager' && !former && (
                <Link to={insightsPath(programId)}>View insights of this program</Link>
              )}
            </p>
          </div>
        </div>
        <div id={MESSAGE_TARGET} className="learner-message">
          <MessageButton person={learner} withText />
        </div>
      </div>
      {former && (
        <div className="former-note">
          <Note>
            You have read-only access to data up to {longDay(former.asOf)}. Your access ends on{' '}
            {longDay(former.readableUntil)}.
          </Note>
        </div>
      )}
      {departures.map(({ at, reason }) => (
        <div key={at} className="former-note">
          <Note>{`${learner.firstName} left this program on ${longDay(at)}. Reason: ${reason}`}</Note>
        </div>
      ))}
      <LearnerTabs name={name} selected={tab} />
      <div className="columns" role="tabpanel" id="tab-panel" aria-labelledby={learnerTabId(tab)}>
        {tab === 'Topics' && <LearnerTopics learnerProgram={learnerProgram} />}
        {tab === 'Sessions' && <LearnerSessions programId={learnerProgram.programId} learner={learner} />}
        {tab === 'Overview' && <LearnerOverview learnerProgram={learnerProgram} />}
        {dueOn && (enrolment === 'completed' || !hasEnded(enrolment)) && (
          <aside className="side" aria-label="Dates">
            <DueCard dueOn={dueOn} isCompleted={enrolment === 'completed'} learner={learner.firstName} />
          </aside>
        )}
      </div>
    </>
  );
}

function relationLabel({ relation, former }: LearnerProgram): string {
  if (relation === 'manager') return former ? 'Former direct report' : 'Direct report';
  return former ? 'You were the coach' : 'You are the coach';
}
