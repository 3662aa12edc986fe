import { ArrowUp, X } from 'lucide-react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { selectUnreadIn } from '#store/chat/conversationSelectors.ts';
import './jumpToUnread.css';
import { formatNumber } from '#src/ui/text/locale.ts';

interface JumpToUnreadProps {
  channel: string;
  isLoading: boolean;
  onJump: () => void;
  onMarkAllAsRead: () => void;
}

/** Shown above the list if the first unread message is not loaded yet. */
export function JumpToUnread({ channel, isLoading, onJump, onMarkAllAsRead }: JumpToUnreadProps) {
  const unread = useAppSelector((state) => selectUnreadIn(state, channel));
  return (
    <div className="jump-to-unread">
      <Button variant="plain" small busy={isLoading} onClick={onJump}>
        {!isLoading && <ArrowUp className="icon icon-small" aria-hidden="true" />}
        {`Jump to first of ${formatNumber(unread)} new messages`}
      </Button>
      <IconButton label="Mark all as read" small onClick={onMarkAllAsRead}>
        <X className="icon icon-small" />
      </IconButton>
    </div>
  );
}
