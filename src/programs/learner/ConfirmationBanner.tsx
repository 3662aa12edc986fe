import { useState } from 'react';
import type { Participant } from '#contract/people.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useAnswerConfirmationMutation } from '#store/programs/learnersApi.ts';

interface ConfirmationBannerProps {
  learnerTopic: { programId: string; userId: number; topicId: string };
  topic: { title: string };
  learner: Participant;
  isFirst: boolean;
}

/** Confirms a completed topic, or sends it back with a note. */
export function ConfirmationBanner({ learnerTopic, topic, learner, isFirst }: ConfirmationBannerProps) {
  const [isReturning, setReturning] = useState(false);
  const [confirm, { isLoading, error }] = useAnswerConfirmationMutation();
  const [sendBack] = useAnswerConfirmationMutation();
  return (
    <div className="stack-3 learner-actions">
      <p>
        {learner.firstName} completed all steps.{' '}
        <span className="text-2">Confirm if you have seen this behaviour at work.</span>
      </p>
      {error && (
        <ErrorSummary>
          Not confirmed. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <div className="row row-wrap">
        <Button
          variant={isFirst ? 'primary' : 'outlined'}
          small
          busy={isLoading}
          onClick={() => void confirm({ ...learnerTopic, answer: { confirmed: true, note: null } })}
          aria-label={`Confirm “${topic.title}”`}
        >
          Confirm
        </Button>
        <Button small onClick={() => setReturning(true)} aria-label={`Send back “${topic.title}”`}>
          Send back
        </Button>
      </div>
      {isReturning && (
        <ReasonDialog
          title={`Send back “${topic.title}”?`}
          label="Note to the learner"
          verb="Send back"
          draftKey={`return/${learnerTopic.programId}/${learnerTopic.userId}/${learnerTopic.topicId}`}
          minLength={1}
          onClose={() => setReturning(false)}
          onSend={async (note) =>
            (await sendBack({ ...learnerTopic, answer: { confirmed: false, note } })).error
          }
        >
          <p>{learner.firstName} sees your note next to the topic and can complete the topic again.</p>
        </ReasonDialog>
      )}
    </div>
  );
}
