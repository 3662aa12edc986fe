import { MessageCircle } from 'lucide-react';
import { chatChannel } from '#contract/messaging/channels.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

interface MessageButtonProps {
  person: { userId: number; firstName: string; lastName: string };
  /** Shows the word 'Message' next to the icon. */
  withText?: boolean;
  small?: boolean;
}

/** Opens a conversation with a person. Renders nothing for the user themselves. */
export function MessageButton({ person, withText = false, small = false }: MessageButtonProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  if (!me || me.userId === person.userId) return null;
  const open = () =>
    dispatch(
      conversationStarted({
        channel: chatChannel(me.tenantId, me.userId, person.userId),
        peerId: person.userId,
      }),
    );
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
