import { useState } from 'react';
import type { Program } from '#contract/learning/programs.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { isSelected, leavingNotice } from '#src/programs/topics/topics.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useWithdrawMutation } from '#store/programs/enrolmentApi.ts';
import { enrolmentLabels } from './enrolmentLabels.ts';
import { GoalHistory } from './GoalHistory.tsx';

/** Rarely used sections: the topic selection history, previous enrolments, and leaving the program. */
export function EnrolmentDetails({ program }: { program: Program }) {
  const { longDay } = useFormats();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [withdraw] = useWithdrawMutation();
  const { programId, programName, earlier, topics, can } = program;
  const hasHistory = topics.some(isSelected) || earlier.length > 0;
  if (!hasHistory && !can.withdraw) return null;
  return (
    <div className="enrolment-details">
      {hasHistory && (
        <Disclosure
          onToggle={(event) => setHistoryOpen(event.currentTarget.open)}
          summary="Topic selection history"
        >
          {isHistoryOpen && <GoalHistory programId={programId} />}
        </Disclosure>
      )}
      {earlier.length > 0 && (
        <Disclosure summary="Previous enrolments">
          <ul className="goal-history">
            {earlier.map(({ cycle, enrolment, joinedAt, finishedAt, reason, progress }) => (
              <li key={cycle}>
                <p>
                  <span className="strong">Enrolment {cycle}</span> · {enrolmentLabels[enrolment]} ·{' '}
                  {progress.done} of {progress.total} steps
                </p>
                <p className="small text-3 figures">
                  {longDay(joinedAt)}
                  {finishedAt && ` to ${longDay(finishedAt)}`}
                </p>
                {reason && <p className="text-2">Your reason: {reason}</p>}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {can.withdraw && (
        <Button variant="link" small onClick={() => setLeaving(true)}>
          Leave this program
        </Button>
      )}
      {isLeaving && (
        <ReasonDialog
          title={`Leave ${programName}?`}
          label="Reason for leaving"
          verb="Leave program"
          draftKey={`leave/${programId}`}
          onClose={() => setLeaving(false)}
          onSend={async (reason) => (await withdraw({ programId, reason: { reason } })).error}
        >
          <p>Your work is kept, and you can start the program again later. {leavingNotice(program)}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
