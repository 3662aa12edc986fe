import { PartyPopper } from 'lucide-react';
import type { Participant } from '#contract/people.ts';
import { useStartConversation } from '#src/chat/useStartConversation.ts';
import { Button } from '#src/ui/controls/Button.tsx';

const congratulation = (topicTitle: string, firstName: string) =>
  `Well done on completing “${topicTitle}”, ${firstName}. What helped you most?`;

/** Opens the conversation with a suggested message. An existing draft is kept. */
export function CongratulateButton({ learner, topicTitle }: { learner: Participant; topicTitle: string }) {
  const start = useStartConversation(learner.userId, congratulation(topicTitle, learner.firstName));
  return (
    <Button
      small
      onClick={() => start?.()}
      aria-label={`Congratulate ${learner.firstName} on “${topicTitle}”`}
    >
      <PartyPopper className="icon icon-small" aria-hidden="true" />
      Congratulate
    </Button>
  );
}
