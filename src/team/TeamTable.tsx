import { CircleCheck } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { TeamMember, TeamPage } from '#contract/team.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceLabels, usePresence } from '#src/presence/usePresence.ts';
import { stepsText, withoutSteps } from '#src/programs/enrolment/enrolmentLabels.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { ProgressSegments, segmentsOf } from '#src/ui/display/ProgressSegments.tsx';
import { Table, TableBody, TableCell, TableGroupHead, TableRow } from '#src/ui/display/Table.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { safePath } from '#store/navigation/safePath.ts';
import { AttentionReason } from './AttentionReason.tsx';
import './team.css';
import { personPath, showTopics, topicsPath } from './teamPaths.ts';

const COLUMNS = [
  { name: 'Person' },
  { name: 'Reason' },
  { name: 'Programs' },
  { name: 'Last activity' },
  { name: 'Action', isHidden: true },
];

/** Memoised, so that typing in the search field does not re-render the rows. */
export const TeamTable = memo(function TeamTable({ pages }: { pages: readonly TeamPage[] }) {
  const members = pages.flatMap(({ data }) => data);
  const needing = members.filter(({ reasons }) => reasons.length > 0);
  const others = members.filter(({ reasons }) => reasons.length === 0);
  const hasStarted = ({ programs }: TeamMember) => programs.some(({ lastActiveAt }) => lastActiveAt !== null);
  return (
    <Table caption="Your direct reports; people who need your attention come first" columns={COLUMNS}>
      <Group title="Needs your attention" members={needing} className="needing" />
      <Group title="On track" members={others.filter(hasStarted)} className="on-track" />
      <Group
        title="No learning activity yet"
        members={others.filter((member) => !hasStarted(member))}
        className="on-track"
      />
    </Table>
  );
});

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

const Row = memo(function Row({ member }: { member: TeamMember }) {
  const { shortDay } = useFormats();
  const presence = usePresence(member.userId);
  const { userId, title, reasons, programs } = member;
  const name = fullName(member);
  const lastActive = programs
    .flatMap(({ lastActiveAt }) => (lastActiveAt ? [lastActiveAt] : []))
    .sort()
    .at(-1);
  return (
    <TableRow
      className={programs.length === 0 && reasons.length === 0 ? 'link-row' : undefined}
      head={
        <div className="row">
          <Avatar person={member} size="medium" presence={presence} />
          <div>
            <Link className="row-title" to={personPath(userId)}>
              {name}
            </Link>
            <p className="small text-3">{[title, presenceLabels[presence]].filter(Boolean).join(', ')}</p>
          </div>
        </div>
      }
    >
      <TableCell>
        <Reasons reasons={reasons} name={name} />
      </TableCell>
      <TableCell label="Programs">
        {programs.length === 0 && <span className="text-3">No programs yet</span>}
        {programs.slice(0, MAX_PROGRAMS).map((program) => (
          <ProgramOfMember key={program.programId} program={program} userId={userId} name={name} />
        ))}
        {programs.length > MAX_PROGRAMS && (
          <p className="small more-programs">
            <Link
              to={personPath(userId)}
              aria-label={`${plural(programs.length - MAX_PROGRAMS, '# more program', '# more programs')} of ${name}`}
            >
              {plural(programs.length - MAX_PROGRAMS, '# more program', '# more programs')}
            </Link>
          </p>
        )}
      </TableCell>
      <TableCell label="Last activity" className="figures nowrap">
        {lastActive ? shortDay(lastActive) : <span className="text-3">None yet</span>}
      </TableCell>
      <TableCell isAction>
        <RowAction member={member} name={name} />
      </TableCell>
    </TableRow>
  );
});

/** The action for the most urgent reason, or a message button. */
function RowAction({ member, name }: { member: TeamMember; name: string }) {
  const [first] = member.reasons;
  if (first?.verb !== 'Confirm') return <MessageButton person={member} withText small />;
  return (
    <Link
      className={buttonClass('outlined', true)}
      to={safePath(first.path) ?? '/team'}
      aria-label={`${first.verb}: ${name}`}
    >
      {first.verb}
    </Link>
  );
}

/** Further reasons and programs are shown on the person's page. */
const MAX_REASONS = 2;
const MAX_PROGRAMS = 3;

function Reasons({ reasons, name }: { reasons: TeamMember['reasons']; name: string }) {
  if (reasons.length === 0)
    return (
      <div className="attention ok">
        <CircleCheck className="icon icon-small" aria-hidden="true" />
        <span>No problems.</span>
      </div>
    );
  return (
    <ul>
      {reasons.slice(0, MAX_REASONS).map((reason) => (
        <AttentionReason key={`${reason.kind}.${reason.text}`} reason={reason} name={name} />
      ))}
      {reasons.length > MAX_REASONS && (
        <li className="small text-3">
          {plural(reasons.length - MAX_REASONS, '# more reason', '# more reasons')}
        </li>
      )}
    </ul>
  );
}

interface ProgramOfMemberProps {
  program: TeamMember['programs'][number];
  userId: number;
  name: string;
}
function ProgramOfMember({ program, userId, name }: ProgramOfMemberProps) {
  const { programId, programName, enrolment, progress } = program;
  return (
    <div className="team-program">
      <Link
        to={topicsPath(programId, userId)}
        state={showTopics}
        title={programName}
        aria-label={`${programName}, ${name}`}
      >
        {programName}
      </Link>
      {progress.total > 0 ? (
        <>
          <ProgressSegments
            small
            groups={segmentsOf([progress])}
            label={`${progress.done} of ${progress.total} steps done`}
          />
          <p className="small text-3 figures">{stepsText(enrolment, progress)}</p>
        </>
      ) : (
        <p className="small text-3">{withoutSteps(enrolment)}</p>
      )}
    </div>
  );
}
