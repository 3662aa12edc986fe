import { Link } from 'react-router-dom';
import type { InsightPerson } from '#contract/insights/insights.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { outcomeLabels, paceLabels, reasonTexts, stageLabels } from '#src/insights/insightsTexts.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { RemindButton } from './RemindButton.tsx';

/** A person behind a number, with the one action that helps with the missing item. */
export function InsightPersonRow({ programId, row }: { programId: string; row: InsightPerson }) {
  const { shortDay } = useFormats();
  const { person, department, done, total, coach, lastActivityAt, can } = row;
  const head = <PersonRow person={person} detail={department} />;
  return (
    <TableRow
      head={
        can.open ? (
          <Link className="person-link" to={`/program/${programId}/sessions/${person.userId}?show=topics`}>
            {head}
          </Link>
        ) : (
          head
        )
      }
    >
      <TableCell label="What happened">{happenedOf()}</TableCell>
      <TableCell label="Last activity">{lastActivityAt ? shortDay(lastActivityAt) : 'None yet'}</TableCell>
      <TableCell label="Steps">
        {total === 0 ? 'No steps yet' : plural(total, `${done} of # step`, `${done} of # steps`)}
      </TableCell>
      <TableCell label="Coach">{coach ? fullName(coach) : 'None'}</TableCell>
      <TableCell isAction>
        <Action programId={programId} row={row} />
      </TableCell>
    </TableRow>
  );

  function happenedOf(): string {
    const facts = [
      row.outcome === 'open' ? stageLabels[row.stage] : outcomeLabels[row.outcome],
      row.pace && row.pace !== 'on_pace' ? paceLabels[row.pace].toLowerCase() : null,
    ]
      .filter(Boolean)
      .join(', ');
    if (row.reason === null) return row.dueOn ? `${facts}. Due ${shortDay(row.dueOn)}.` : `${facts}.`;
    const session = row.lastSessionAt ? ` Last session ${shortDay(row.lastSessionAt)}.` : '';
    const reminder = row.remindedAt ? ` Reminded ${shortDay(row.remindedAt)}.` : '';
    return `${reasonTexts[row.reason]}${row.reason === 'no_session' && !session ? ' Has never held a session.' : session}${reminder}`;
  }
}

function Action({ programId, row }: { programId: string; row: InsightPerson }) {
  const { person, coach, reason, can } = row;
  const me = useAppSelector(selectUser);
  if (reason === 'no_session' && can.plan)
    return (
      <Link
        className={buttonClass('outlined', true)}
        to={planPath(programId, { learner: person.userId })}
        aria-label={`Plan a session with ${fullName(person)}`}
      >
        Plan session
      </Link>
    );
  const canCoachAnswer = coach !== null && coach.userId !== me?.userId && row.waitsForCoach !== false;
  if (reason === 'no_answer' && canCoachAnswer) return <MessageButton person={coach} withText small />;
  if (can.remind) return <RemindButton programId={programId} people={[row]} />;
  return <MessageButton person={person} withText small />;
}
