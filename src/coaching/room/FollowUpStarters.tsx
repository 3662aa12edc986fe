import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { FollowUp } from '#contract/learning/checkInFollowUps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeFollowUpMutation, useGetFollowUpsQuery } from '#store/checkIns/followUpsApi.ts';

interface FollowUpStartersProps {
  partnerId: number;
  onAdd: (text: string) => void;
}

/**
 * Points that the viewer kept for this person while reviewing check-ins. Once they are in the agenda, both people can
 * read them.
 */
export function FollowUpStarters({ partnerId, onAdd }: FollowUpStartersProps) {
  const { data } = useGetFollowUpsQuery();
  const kept = data?.followUps.filter(({ kind, person }) => kind === 'agenda' && person.userId === partnerId);
  if (!kept || kept.length === 0) return null;
  return (
    <div className="stack-3">
      <p className="text-2">From check-ins. Only you can see a point until you add it:</p>
      <div className="starters">
        {kept.map((followUp) => (
          <Starter key={followUp.followUpId} followUp={followUp} onAdd={onAdd} />
        ))}
      </div>
    </div>
  );
}

interface StarterProps {
  followUp: FollowUp;
  onAdd: (text: string) => void;
}

/** A point is added once. After an error, the button only marks it as done again. */
function Starter({ followUp: { followUpId, text }, onAdd }: StarterProps) {
  const [isAdded, setAdded] = useState(false);
  const [change, { error }] = useChangeFollowUpMutation();
  if (isAdded && !error) return null;
  return (
    <>
      {error && (
        <ErrorSummary>
          {`“${text}” is in the agenda, but it is still in this list. `}
          <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <Button
        small
        onClick={() => {
          if (!isAdded) onAdd(text);
          setAdded(true);
          void change({ followUpId, isDone: true });
        }}
      >
        <Plus className="icon icon-small" aria-hidden="true" />
        {text}
      </Button>
    </>
  );
}
