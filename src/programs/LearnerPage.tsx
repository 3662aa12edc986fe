import { Link, useParams } from 'react-router-dom';
import type { LearnerProgram } from '#contract/learners.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceWords, usePresence } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx';
import { longDay, sentenceCase } from '#src/ui/dates.ts';
import { KeepFocus } from '#src/ui/KeepFocus.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { Note } from '#src/ui/Note.tsx';
import { useGetLearnerProgramQuery } from '#store/programs/programsApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { DueCard } from './DueCard.tsx';
import { LearnerOverview } from './LearnerOverview.tsx';
import { LearnerTabs, learnerTabId, useShowsTopics } from './LearnerTabs.tsx';
import { LearnerTopics } from './LearnerTopics.tsx';
import ProgramPage from './ProgramPage.tsx';
import { ProgramSkeleton } from './ProgramSkeleton.tsx';
import './learner.css';

/** What a manager or coach sees of a learner in a program: topics, counts and dates. */
export default function LearnerPage() {
  const { programId = '', userId = '' } = useParams();
  const learnerId = Number(userId);
  const isId = Number.isSafeInteger(learnerId) && learnerId > 0;
  const isMe = useAppSelector((state) => selectUser(state)?.userId === learnerId);
  const query = useGetLearnerProgramQuery({ programId, userId: learnerId }, { skip: !isId || isMe });
  const missing = (
    <Missing title="This is not there" to="/home" label="Go to your start page">
      Nobody with this address takes part in a program that you coach or manage.
    </Missing>
  );
  if (!isId) return <div className="content">{missing}</div>;
  // The news that somebody else confirmed a topic of one's own leads here too.
  if (isMe) return <ProgramPage />;
  return (
    <div className="content">
      <KeepFocus>
        <Loaded
          query={query}
          title="Learner"
          what="The page"
          skeleton={<ProgramSkeleton />}
          missing={missing}
        >
          {(learnerProgram) => <Page of={learnerProgram} />}
        </Loaded>
      </KeepFocus>
    </div>
  );
}

function Page({ of: learnerProgram }: { of: LearnerProgram }) {
  const { learner, programName, relation, dueOn, enrolment, former } = learnerProgram;
  const presence = usePresence(learner.userId);
  const presenceWord = presenceWords[presence];
  const showsTopics = useShowsTopics();
  const name = fullName(learner);
  const isManager = relation === 'manager';
  return (
    <>
      <Breadcrumb to={isManager ? '/team' : '/home'} label={isManager ? 'Team' : 'Start'} here={name} />
      <div className="page-top page-top-centred">
        <div className="row grow">
          <Avatar person={learner} size="large" presence={presence} />
          <div>
            <h1 className="title-1">{name}</h1>
            <p className="text-2">
              {sentenceCase([presenceWord, relationWords(learnerProgram)].filter(Boolean).join(', '))}, in{' '}
              {programName}
            </p>
            <p>
              <Link to={`/team?person=${learner.userId}`}>
                Objectives, and what you see of {learner.firstName}
              </Link>
            </p>
          </div>
        </div>
        <MessageButton person={learner} withWord />
      </div>
      {former && (
        <div className="former-note">
          <Note>
            You see {learner.firstName} as it was on {longDay(former.asOf)}, to read only, until{' '}
            {longDay(former.readableUntil)}.
          </Note>
        </div>
      )}
      <LearnerTabs name={name} isTopics={showsTopics} />
      <div className="columns" role="tabpanel" id="tab-panel" aria-labelledby={learnerTabId(showsTopics)}>
        {showsTopics ? <LearnerTopics of={learnerProgram} /> : <LearnerOverview of={learnerProgram} />}
        {dueOn && (
          <aside className="side" aria-label="Dates">
            <DueCard dueOn={dueOn} isCompleted={enrolment === 'completed'} learner={learner.firstName} />
          </aside>
        )}
      </div>
    </>
  );
}

function relationWords({ relation, former }: LearnerProgram): string {
  if (relation === 'manager') return former ? 'reported to you' : 'reports to you';
  return former ? 'you were the coach' : 'you are the coach';
}
