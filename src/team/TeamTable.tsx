import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { TeamMember } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceWords, usePresence } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { shortDay } from '#src/ui/dates.ts';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import { Table, TableBody, TableCell, TableGroupHead, TableRow } from '#src/ui/Table.tsx';
import './team.css';

interface TeamTableProps {
  needing: readonly TeamMember[];
  others: readonly TeamMember[];
}

const COLUMNS = [
  { name: 'Person' },
  { name: 'Why' },
  { name: 'Programs' },
  { name: 'Last active' },
  { name: 'Action', isHidden: true },
];

export function TeamTable({ needing, others }: TeamTableProps) {
  return (
    <Table caption="The people who report to you, those who need something first" columns={COLUMNS}>
      <Group title="Needs you" members={needing} className="needing" />
      <Group title="On track" members={others} className="on-track" />
    </Table>
  );
}

interface GroupProps {
  title: string;
  members: readonly TeamMember[];
  className: string;
}
function Group({ title, members, className }: GroupProps) {
  if (members.length === 0) return null;
  return (
    <TableBody className={className}>
      <TableGroupHead columns={COLUMNS.length}>{title}</TableGroupHead>
      {members.map((member) => (
        <Row key={member.userId} member={member} />
      ))}
    </TableBody>
  );
}

const topicsPath = (programId: string, userId: number) =>
  `/program/${programId}/sessions/${userId}?show=topics`;
const showTopics = { showTopics: true };

function Row({ member }: { member: TeamMember }) {
  const presence = usePresence(member.userId);
  const { userId, title, reason, programs } = member;
  const [first] = programs;
  const name = fullName(member);
  const lastActive = programs
    .flatMap(({ lastActiveAt }) => (lastActiveAt ? [lastActiveAt] : []))
    .sort()
    .at(-1);
  const Icon = reason ? CircleAlert : CircleCheck;
  return (
    <TableRow
      head={
        <div className="row">
          <Avatar person={member} size="medium" presence={presence} />
          <div>
            {first ? (
              <Link className="row-title" to={topicsPath(first.programId, userId)} state={showTopics}>
                {name}
              </Link>
            ) : (
              <span className="strong">{name}</span>
            )}
            <p className="small text-3">{[title, presenceWords[presence]].filter(Boolean).join(', ')}</p>
          </div>
        </div>
      }
    >
      <TableCell>
        <div className={reason ? 'attention' : 'attention ok'}>
          <Icon className="icon icon-small" aria-hidden="true" />
          <span>{reason ?? 'Nothing waits for you.'}</span>
        </div>
      </TableCell>
      <TableCell label="Programs">
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
      </TableCell>
      <TableCell label="Last active" className="figures nowrap">
        {lastActive ? shortDay(lastActive) : <span className="text-3">Not yet</span>}
      </TableCell>
      <TableCell isAction>
        <MessageButton person={member} />
      </TableCell>
    </TableRow>
  );
}
