import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { TeamPerson } from '#contract/team.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { ObjectiveRow } from '#src/objectives/ObjectiveRow.tsx';
import { reportObjectivePath } from '#src/objectives/objectivePaths.ts';
import '#src/objectives/objectives.css';
import { presenceWords, usePresence } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx';
import { longDay, shortDay } from '#src/ui/dates.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import { SkeletonCard, SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { useGetTeamPersonQuery } from '#store/team/teamApi.ts';
import './team.css';
import { showTopics, topicsPath } from './teamPaths.ts';
import { VisibilityCard } from './VisibilityCard.tsx';

export const PersonMissing = () => (
  <Missing title="This person is not there" to="/team" label="Go to your team">
    Nobody with this address reports to you or is coached by you.
  </Missing>
);

/** One person, as their manager or coach may see them. */
export function PersonPage({ userId }: { userId: number }) {
  const query = useGetTeamPersonQuery({ userId });
  return (
    <Loaded
      query={query}
      title="Person"
      what="The page"
      skeleton={
        <>
          <SkeletonTop />
          <div className="columns">
            <SkeletonRows count={2} />
            <SkeletonCard />
          </div>
        </>
      }
      missing={<PersonMissing />}
    >
      {(person) => <Page of={person} />}
    </Loaded>
  );
}

function Page({ of }: { of: TeamPerson }) {
  const { person, title, timeZone, access } = of;
  const presence = usePresence(person.userId);
  const name = fullName(person);
  const isFormer = access.until !== null;
  return (
    <>
      <Breadcrumb to="/team" label="Team" here={name} />
      <div className="page-top page-top-centred">
        <div className="row grow">
          <Avatar person={person} size="large" presence={presence} />
          <div>
            <h1 className="title-1">{name}</h1>
            <p className="text-2">
              {[title, presenceWords[presence], timeZone.replaceAll('_', ' ')].filter(Boolean).join(', ')}
            </p>
            <p className="small text-3">{accessSentence(of)}</p>
          </div>
        </div>
        <MessageButton person={person} withWord />
      </div>
      {isFormer && (
        <div className="former-note">
          <Note>
            You see {person.firstName} as it was on {longDay(access.until ?? '')}, to read only
            {access.readableUntil && `, until ${longDay(access.readableUntil)}`}.
          </Note>
        </div>
      )}
      <div className="columns">
        <div className="stack-6">
          <Programs of={of} />
          <SharedObjectives of={of} />
        </div>
        <aside className="side" aria-label={`What you see of ${name}`}>
          <VisibilityCard userId={person.userId} />
        </aside>
      </div>
    </>
  );
}

function accessSentence({ person, access: { relation, since, until } }: TeamPerson): string {
  const from = `since ${longDay(since)}`;
  if (until !== null) {
    const span = `from ${longDay(since)} to ${longDay(until)}`;
    return relation === 'manager'
      ? `${person.firstName} reported to you ${span}.`
      : `You were the coach ${span}.`;
  }
  return relation === 'manager' ? `Reports to you ${from}.` : `You are the coach ${from}.`;
}

function Programs({ of: { person, programs } }: { of: TeamPerson }) {
  return (
    <section aria-labelledby="programs">
      <h2 className="title-2" id="programs">
        Programs
      </h2>
      {programs.length === 0 && <p className="text-2">{person.firstName} is in no program yet.</p>}
      <ul className="person-programs">
        {programs.map(({ programId, programName, progress, dueOn, lastActiveAt }) => (
          <li key={programId}>
            <div className="grow">
              <Link className="row-title" to={topicsPath(programId, person.userId)} state={showTopics}>
                {programName}
              </Link>
              <p className="small text-3 figures">
                {[
                  dueOn ? `Due ${shortDay(dueOn)}` : null,
                  lastActiveAt ? `last active ${shortDay(lastActiveAt)}` : 'not begun',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            {progress.total > 0 ? (
              <div className="rungs-cell">
                <Rungs
                  small
                  groups={rungsOf([progress])}
                  label={`${progress.done} of ${progress.total} steps done`}
                />
                <p className="small text-3 figures">
                  {progress.done} of {progress.total} steps
                </p>
              </div>
            ) : (
              <p className="small text-3">No topics yet</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SharedObjectives({ of: { person, objectives } }: { of: TeamPerson }) {
  return (
    <section aria-labelledby="shared">
      <h2 className="title-2" id="shared">
        Objectives that {person.firstName} shares with you
      </h2>
      {objectives.length === 0 ? (
        <p className="text-2">None. An objective is private until its owner says otherwise.</p>
      ) : (
        <ul className="person-objectives">
          {objectives.map((objective) => (
            <ObjectiveRow
              key={objective.objectiveId}
              objective={objective}
              to={reportObjectivePath(person.userId, objective.objectiveId)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
