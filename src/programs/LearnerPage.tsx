import type { KeyboardEvent } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { LearnerProgram } from '#contract/programs.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceWords, usePresence } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx';
import { sentenceCase } from '#src/ui/dates.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { useGetLearnerProgramQuery } from '#store/programs/programsApi.ts';
import { DueCard } from './DueCard.tsx';
import { LearnerOverview, LearnerTopics } from './LearnerTopics.tsx';
import { ProgramSkeleton } from './ProgramSkeleton.tsx';
import './programs.css';

/** What a manager or coach sees of a learner in a program: topics, counts and dates. */
export default function LearnerPage() {
  const { programId = '', userId = '' } = useParams();
  const learnerId = Number(userId);
  const isId = Number.isSafeInteger(learnerId) && learnerId > 0;
  const query = useGetLearnerProgramQuery({ programId, userId: learnerId }, { skip: !isId });
  const missing = (
    <Missing title="This is not there" to="/home" label="Go to your start page">
      Nobody with this address takes part in a program that you coach or manage.
    </Missing>
  );
  if (!isId) return <div className="content">{missing}</div>;
  return (
    <div className="content">
      <Loaded query={query} title="Learner" what="The page" skeleton={<ProgramSkeleton />} missing={missing}>
        {(learnerProgram) => <Page of={learnerProgram} />}
      </Loaded>
    </div>
  );
}

/** Navigation state opens the topics; the same stands in the query, since a new tab loses the state (ruling 4). */
function useShowsTopics(): boolean {
  const { search, state } = useLocation();
  const isAsked =
    typeof state === 'object' && state !== null && 'showTopics' in state && state.showTopics === true;
  return isAsked || new URLSearchParams(search).get('show') === 'topics';
}

const tabs = [
  { label: 'Overview', search: '', state: null, isTopics: false },
  { label: 'Topics', search: '?show=topics', state: { showTopics: true }, isTopics: true },
];

/** Left and right go to the other tab, as in every row of tabs. */
function moveAmongTabs(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const all = Array.from(
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [],
  );
  const next = all[(all.indexOf(event.currentTarget) + 1) % all.length];
  next?.focus();
  next?.click();
}

function Page({ of: learnerProgram }: { of: LearnerProgram }) {
  const { learner, programName, relation, dueOn, enrolment } = learnerProgram;
  const presence = usePresence(learner.userId);
  const presenceWord = presenceWords[presence];
  const showsTopics = useShowsTopics();
  const { pathname } = useLocation();
  const name = fullName(learner);
  return (
    <>
      <Breadcrumb
        to={relation === 'manager' ? '/team' : '/home'}
        label={relation === 'manager' ? 'Team' : 'Start'}
        here={name}
      />
      <div className="page-top page-top-centred">
        <div className="row grow">
          <Avatar person={learner} size="large" presence={presence} />
          <div>
            <h1 className="title-1">{name}</h1>
            <p className="text-2">
              {presenceWord && `${sentenceCase(presenceWord)}, `}
              {relation === 'manager' ? 'reports to you' : 'you are the coach'}, in {programName}
            </p>
          </div>
        </div>
        <MessageButton person={learner} withWord />
      </div>
      <div className="tabs" role="tablist" aria-label={`About ${name}`}>
        {tabs.map(({ label, search, state, isTopics }) => (
          <Link
            key={label}
            role="tab"
            onKeyDown={moveAmongTabs}
            id={`tab-${label}`}
            aria-controls="tab-panel"
            aria-selected={isTopics === showsTopics}
            tabIndex={isTopics === showsTopics ? 0 : -1}
            to={`${pathname}${search}`}
            state={state}
            replace
          >
            {label}
          </Link>
        ))}
      </div>
      <div
        className="columns"
        role="tabpanel"
        id="tab-panel"
        aria-labelledby={`tab-${showsTopics ? 'Topics' : 'Overview'}`}
      >
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
