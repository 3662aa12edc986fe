import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { TeamMember } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { useIsOnline } from '#src/chat/useIsOnline.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { shortDay } from '#src/ui/dates.ts';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import '#src/ui/tables.css';
import './team.css';

interface TeamTableProps {
  needing: readonly TeamMember[];
  others: readonly TeamMember[];
}

/** A table at its full width, rows of cells in a narrow one; the roles say what it is in either shape. */
export function TeamTable({ needing, others }: TeamTableProps) {
  return (
    <table className="table" role="table">
      <caption className="visually-hidden">Your reports, by what needs you</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Person
          </th>
          <th role="columnheader" scope="col">
            Why
          </th>
          <th role="columnheader" scope="col">
            Programs
          </th>
          <th role="columnheader" scope="col">
            Last active
          </th>
          <th role="columnheader" scope="col">
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <Group title="Needs you" members={needing} className="needing" />
      <Group title="On track" members={others} />
    </table>
  );
}

interface GroupProps {
  title: string;
  members: readonly TeamMember[];
  className?: string;
}
function Group({ title, members, className }: GroupProps) {
  if (members.length === 0) return null;
  return (
    <tbody role="rowgroup" className={className}>
      <tr role="row" className="table-group">
        <th role="rowheader" colSpan={5} scope="rowgroup">
          <span className="title-3">{title}</span>
        </th>
      </tr>
      {members.map((member) => (
        <Row key={member.userId} member={member} />
      ))}
    </tbody>
  );
}

const topicsPath = (programId: string, userId: number) =>
  `/program/${programId}/sessions/${userId}?show=topics`;
const showTopics = { showTopics: true };

function Row({ member }: { member: TeamMember }) {
  const isOnline = useIsOnline(member.userId);
  const { userId, title, reason, programs } = member;
  const [first] = programs;
  const name = fullName(member);
  const lastActive = programs
    .flatMap(({ lastActiveAt }) => (lastActiveAt ? [lastActiveAt] : []))
    .sort()
    .at(-1);
  const Icon = reason ? CircleAlert : CircleCheck;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <div className="row">
          <Avatar person={member} size="medium" isOnline={isOnline} />
          <div>
            {first ? (
              <Link className="row-title" to={topicsPath(first.programId, userId)} state={showTopics}>
                {name}
              </Link>
            ) : (
              <span className="strong">{name}</span>
            )}
            <p className="small text-3">{[title, isOnline && 'online'].filter(Boolean).join(', ')}</p>
          </div>
        </div>
      </th>
      <td role="cell">
        <div className={reason ? 'attention' : 'attention ok'}>
          <Icon className="icon icon-small" aria-hidden="true" />
          <span>{reason ?? 'Nothing waits for you.'}</span>
        </div>
      </td>
      <td role="cell" data-l="Programs">
        {programs.length === 0 && <span className="text-3">In no program yet</span>}
        {programs.map(({ programId, programName, progress }) => (
          <div key={programId} className="team-program">
            <Link
              to={topicsPath(programId, userId)}
              state={showTopics}
              aria-label={`${programName}, ${name}`}
            >
              {programName}
            </Link>
            {progress.total > 0 ? (
              <>
                <Rungs
                  small
                  groups={rungsOf([progress])}
                  label={`${progress.done} of ${progress.total} steps done`}
                />
                <p className="small text-3 figures">
                  {progress.done} of {progress.total} steps
                </p>
              </>
            ) : (
              <p className="small text-3">No topics yet</p>
            )}
          </div>
        ))}
      </td>
      <td role="cell" data-l="Last active" className="figures nowrap">
        {lastActive ? shortDay(lastActive) : <span className="text-3">Not yet</span>}
      </td>
      <td role="cell">
        <MessageButton person={member} />
      </td>
    </tr>
  );
}
