import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Program } from '#contract/programs.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/Button.tsx';
import { longDay } from '#src/ui/dates.ts';
import { useWithdrawMutation } from '#store/programs/enrolmentApi.ts';
import { enrolmentWords } from './enrolments.ts';
import { GoalHistory } from './GoalHistory.tsx';
import { isChosen } from './topics.ts';

/** What is asked for seldom: how the choice came about, earlier times, and the way out. */
export function ProgramMore({ program }: { program: Program }) {
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [withdraw] = useWithdrawMutation();
  const { programId, programName, earlier, topics, can } = program;
  const hasHistory = topics.some(isChosen) || earlier.length > 0;
  if (!hasHistory && !can.withdraw) return null;
  return (
    <div className="program-more">
      {hasHistory && (
        <details onToggle={(event) => setHistoryOpen(event.currentTarget.open)}>
          <summary>
            How you chose your topics
            <ChevronDown className="icon icon-small" aria-hidden="true" />
          </summary>
          {isHistoryOpen && <GoalHistory programId={programId} />}
        </details>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>
            Earlier times
            <ChevronDown className="icon icon-small" aria-hidden="true" />
          </summary>
          <ul className="history">
            {earlier.map(({ cycle, enrolment, joinedAt, finishedAt, reason, progress }) => (
              <li key={cycle}>
                <p>
                  <span className="strong">Time {cycle}:</span> {enrolmentWords[enrolment].toLowerCase()},{' '}
                  {progress.done} of {progress.total} steps
                </p>
                <p className="small text-3 figures">
                  {longDay(joinedAt)}
                  {finishedAt && ` to ${longDay(finishedAt)}`}
                </p>
                {reason && <p className="text-2">You wrote: {reason}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {can.withdraw && (
        <Button look="link" small onClick={() => setLeaving(true)}>
          Leave this program
        </Button>
      )}
      {isLeaving && (
        <ReasonDialog
          title={`Leave ${programName}?`}
          label="Why you leave"
          verb="Leave the program"
          draftKey={`leave/${programId}`}
          onClose={() => setLeaving(false)}
          onSend={async (reason) => (await withdraw({ programId, reason: { reason } })).error}
        >
          <p>
            What you did is kept, and you can go through the program again later. Whoever runs it reads your
            reason.
          </p>
        </ReasonDialog>
      )}
    </div>
  );
}
