import { useState } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { TeamPerson } from '#contract/team.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { learnerArea } from '#src/app/shell/navigation.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { personCheckInsPath } from '#src/checkin/checkInTexts.ts';
import { zoneName } from '#src/coaching/zoneTimes.ts';
import { ObjectiveRow } from '#src/objectives/ObjectiveRow.tsx';
import { reportObjectivePath } from '#src/objectives/objectivePaths.ts';
import '#src/objectives/objectives.css';
import { presenceLabels, usePresence } from '#src/presence/usePresence.ts';
import { hasEnded, stepsText, withoutSteps } from '#src/programs/enrolment/enrolmentLabels.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { ProgressSegments, segmentsOf } from '#src/ui/display/ProgressSegments.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import type { Formats } from '#src/ui/text/formats.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { workingHoursText } from '#src/ui/text/workingHours.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { useGetTeamPersonQuery } from '#store/team/teamApi.ts';
import { AttentionReason } from './AttentionReason.tsx';
import './team.css';
import { showTopics, topicsPath } from './teamPaths.ts';
import { VisibilityCard } from './VisibilityCard.tsx';

export const PersonMissing = () => (
  <NotFoundState title="Person not found" to="/team" label="Go to your team">
    The link may be wrong, or you may not have access.
  </NotFoundState>
);

/** The page of a person for their manager or coach. */
export function PersonPage({ userId }: { userId: number }) {
  const query = useGetTeamPersonQuery({ userId }, { refetchOnFocus: true });
  return (
    <QueryContent
      query={query}
      title="Person"
      failure="The page did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <div className="person-parts">
            <SkeletonRows count={2} />
            <SkeletonRows count={2} />
          </div>
          <SkeletonCard />
        </>
      }
      missing={<PersonMissing />}
    >
      {(teamPerson) => <Page teamPerson={teamPerson} />}
    </QueryContent>
  );
}

function Page({ teamPerson }: { teamPerson: TeamPerson }) {
  const { longDay } = useFormats();
  const { person, title, timeZone, pronouns, workingHours, helpTopics, access, reasons = [] } = teamPerson;
  const presence = usePresence(person.userId);
  const name = fullName(person);
  const isFormer = access.until !== null;
  const me = useAppSelector(selectUser);
  const [now] = useState(() => new Date().toISOString());
  return (
    <>
      {me && <Breadcrumb {...learnerArea(me, access.relation)} here={name} />}
      <div className="page-top page-top-centred">
        <div className="row grow">
          <Avatar person={person} size="large" presence={presence} />
          <div>
            <h1 className="title-1">{name}</h1>
            <p className="text-2">
              {[pronouns, title, presenceLabels[presence], zoneName(now, timeZone)]
                .filter(Boolean)
                .join(', ')}
            </p>
            {workingHours && <p className="small text-2">{workingHoursText(workingHours)}</p>}
            {helpTopics.length > 0 && (
              <p className="small text-2">{`Can help with ${formatList(helpTopics)}`}</p>
            )}
            <p className="small text-3">{accessSentence(teamPerson, longDay)}</p>
          </div>
        </div>
        <div className="row">
          <Link className={buttonClass('outlined')} to={personCheckInsPath(person.userId)}>
            Check-ins
          </Link>
          <MessageButton person={person} withText />
        </div>
      </div>
      {isFormer && (
        <div className="former-note">
          <Note>
            You have read-only access to data up to {longDay(access.until ?? '')}.
            {access.readableUntil && ` Your access ends on ${longDay(access.readableUntil)}.`}
          </Note>
        </div>
      )}
      {reasons.length > 0 && (
        <section className="card person-attention" aria-labelledby="attention">
          <h2 className="title-3" id="attention">
            Needs your attention
          </h2>
          <ul>
            {reasons.map((reason) => (
              <AttentionReason key={`${reason.kind}.${reason.text}`} reason={reason} name={name} />
            ))}
          </ul>
        </section>
      )}
      <div className="person-parts">
        <Programs teamPerson={teamPerson} />
        <SharedObjectives teamPerson={teamPerson} />
      </div>
      <VisibilityCard userId={person.userId} />
    </>
  );
}

function accessSentence(
  { person, access: { relation, since, until } }: TeamPerson,
  longDay: Formats['longDay'],
): string {
  if (until !== null) {
    return relation === 'manager'
      ? `${person.firstName} reported to you from ${longDay(since)} to ${longDay(until)}.`
      : `You were the coach from ${longDay(since)} to ${longDay(until)}.`;
  }
  return relation === 'manager'
    ? `Has reported to you since ${longDay(since)}.`
    : `You have been the coach since ${longDay(since)}.`;
}

function Programs({ teamPerson: { person, programs } }: { teamPerson: TeamPerson }) {
  const { shortDay } = useFormats();
  return (
    <section aria-labelledby="programs">
      <h2 className="title-2" id="programs">
        Programs
      </h2>
      {programs.length === 0 && <p className="text-2">{person.firstName} is not in a program yet.</p>}
      <ul className="person-programs">
        {programs.map(({ programId, programName, enrolment, progress, dueOn, lastActiveAt }) => (
          <li key={programId} className="link-row">
            <div className="grow">
              <Link className="row-title" to={topicsPath(programId, person.userId)} state={showTopics}>
                {programName}
              </Link>
              <p className="small text-3 figures">
                {[
                  ...(dueOn && !hasEnded(enrolment) ? [`Due ${shortDay(dueOn)}`] : []),
                  lastActiveAt ? `Last activity ${shortDay(lastActiveAt)}` : 'Not started',
                ].join(' · ')}
              </p>
            </div>
            {progress.total > 0 ? (
              <div className="rungs-cell">
                <ProgressSegments
                  small
                  groups={segmentsOf([progress])}
                  label={`${progress.done} of ${progress.total} steps done`}
                />
                <p className="small text-3 figures">{stepsText(enrolment, progress)}</p>
              </div>
            ) : (
              <p className="small text-3">{withoutSteps(enrolment)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SharedObjectives({ teamPerson: { person, objectives } }: { teamPerson: TeamPerson }) {
  return (
    <section aria-labelledby="shared">
      <h2 className="title-2" id="shared">
        Objectives shared with you
      </h2>
      {objectives.length === 0 ? (
        <p className="text-2">No shared objectives. Objectives are private until their owner shares them.</p>
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
