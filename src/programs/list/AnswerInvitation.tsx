import { useNavigate } from 'react-router-dom';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { topicPickerPath } from '#src/programs/topics/topicSelection.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useAnswerInvitationMutation } from '#store/programs/enrolmentApi.ts';

/** Accepts or declines an invitation in its row. After accepting, the user chooses their topics. */
export function AnswerInvitation({ program: { programId, programName } }: { program: ProgramSummary }) {
  const navigate = useNavigate();
  const [answerInvitation, { isLoading, error, originalArgs }] = useAnswerInvitationMutation();
  const isAccepting = isLoading && originalArgs?.answer.accept === true;
  const isDeclining = isLoading && !isAccepting;
  const answer = async (accept: boolean) => {
    const { data } = await answerInvitation({ programId, answer: { accept } });
    if (data && accept) void navigate(topicPickerPath(programId));
  };
  return (
    <div className="stack catalogue-act">
      {error !== undefined && (
        <ErrorSummary>
          <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <Button
        busy={isAccepting}
        disabled={isDeclining}
        aria-label={`Accept invitation: ${programName}`}
        onClick={() => void answer(true)}
      >
        Accept invitation
      </Button>
      <Button
        variant="plain"
        small
        busy={isDeclining}
        disabled={isAccepting}
        aria-label={`Decline invitation: ${programName}`}
        onClick={() => void answer(false)}
      >
        Decline invitation
      </Button>
    </div>
  );
}
