import { useState } from 'react';
import type { Participant } from '#contract/programs.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useAnswerConfirmationMutation } from '#store/programs/learnersApi.ts';

interface ConfirmBandProps {
  place: { programId: string; userId: number; topicId: string };
  topic: { title: string };
  learner: Participant;
  isFirst: boolean;
}

/** Confirms that a topic is completed, or sends it back with what is missing. */
export function ConfirmBand({ place, topic, learner, isFirst }: ConfirmBandProps) {
  const [isReturning, setReturning] = useState(false);
  const [answerConfirmation, { isLoading, error }] = useAnswerConfirmationMutation();
  const isRefused = Boolean(error) && !isReturning;
  return (
    <div className="stack-3 learner-deeds">
      <p>
        {learner.firstName} has done every step of it.{' '}
        <span className="text-2">Have you seen it in what {learner.firstName} does?</span>
      </p>
      {isRefused && <ErrorSummary>Not confirmed. {problemOf(error).message}</ErrorSummary>}
      <div className="row row-wrap">
        <Button
          look={isFirst ? 'primary' : 'outlined'}
          small
          busy={isLoading && !isReturning}
          onClick={() => void answerConfirmation({ ...place, answer: { confirmed: true, note: null } })}
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
          title={`Send “${topic.title}” back?`}
          label="What is missing"
          verb="Send back"
          draftKey={`return/${place.programId}/${place.userId}/${place.topicId}`}
          minLength={1}
          onClose={() => setReturning(false)}
          onSend={async (note) =>
            (await answerConfirmation({ ...place, answer: { confirmed: false, note } })).error
          }
        >
          <p>{learner.firstName} reads it beside the topic, and can complete it again.</p>
        </ReasonDialog>
      )}
    </div>
  );
}
