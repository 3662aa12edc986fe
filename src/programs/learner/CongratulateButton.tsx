import { PartyPopper } from 'lucide-react';
import type { Participant } from '#contract/people.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { useStartConversation } from '#src/chat/useStartConversation.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { needMessageStarted } from '#store/home/homeApi.ts';

const congratulation = (topicTitle: string, firstName: string) =>
  `Well done on completing “${topicTitle}”, ${firstName}. What helped you most?`;

interface CongratulateButtonProps {
  learner: Participant;
  topicTitle: string;
  /** The need on home that ends when the message is sent. */
  needKey: string | undefined;
}

/** Opens the conversation with a suggested message. An existing draft is kept. */
export function CongratulateButton({ learner, topicTitle, needKey }: CongratulateButtonProps) {
  const dispatch = useAppDispatch();
  const start = useStartConversation(learner.userId, congratulation(topicTitle, learner.firstName));
  const open = () => {
    const channel = start?.();
    if (channel && needKey) dispatch(needMessageStarted({ keys: [needKey], channel }));
  };
  return (
    <Button small onClick={open} aria-label={`Congratulate ${learner.firstName} on “${topicTitle}”`}>
      <PartyPopper className="icon icon-small" aria-hidden="true" />
      Congratulate
    </Button>
  );
}
