import { Plus } from 'lucide-react';
import { Button } from '#src/ui/controls/Button.tsx';
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
  const [change] = useChangeFollowUpMutation();
  const kept = data?.followUps.filter(({ kind, person }) => kind === 'agenda' && person.userId === partnerId);
  if (!kept || kept.length === 0) return null;
  return (
    <div className="stack-3">
      <p className="text-2">From check-ins. Only you can see a point until you add it:</p>
      <div className="starters">
        {kept.map(({ followUpId, text }) => (
          <Button
            key={followUpId}
            small
            onClick={() => {
              onAdd(text);
              void change({ followUpId, isDone: true });
            }}
          >
            <Plus className="icon icon-small" aria-hidden="true" />
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}
