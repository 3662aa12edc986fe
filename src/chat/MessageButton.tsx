import { MessageCircle } from 'lucide-react';
import { fullName } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { useStartConversation } from './useStartConversation.ts';

interface MessageButtonProps {
  person: { userId: number; firstName: string; lastName: string };
  /** Shows the word 'Message' next to the icon. */
  withText?: boolean;
  small?: boolean;
}

/** Opens a conversation with a person. Renders nothing for the user themselves. */
export function MessageButton({ person, withText = false, small = false }: MessageButtonProps) {
  const open = useStartConversation(person.userId);
  if (!open) return null;
  const label = `Message ${fullName(person)}`;
  if (!withText)
    return (
      <IconButton label={label} small onClick={open}>
        <MessageCircle className="icon" />
      </IconButton>
    );
  return (
    <Button small={small} onClick={open} aria-label={label}>
      <MessageCircle className="icon icon-small" aria-hidden="true" />
      Message
    </Button>
  );
}
