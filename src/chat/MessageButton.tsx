import { MessageCircle } from 'lucide-react';
import { chatChannel } from '#contract/channels.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { conversationStarted } from '#store/chat/chatSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

interface MessageButtonProps {
  person: { userId: number; firstName: string; lastName: string };
  /** With its word, where there is room for it. */
  withWord?: boolean;
}

/** Opens the conversation with somebody a screen shows; nobody writes to themselves. */
export function MessageButton({ person, withWord = false }: MessageButtonProps) {
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
  if (!withWord)
    return (
      <IconButton label={label} small onClick={open}>
        <MessageCircle className="icon" />
      </IconButton>
    );
  return (
    <Button onClick={open} aria-label={label}>
      <MessageCircle className="icon icon-small" aria-hidden="true" />
      Message
    </Button>
  );
}
