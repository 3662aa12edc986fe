import { ArrowUp, X } from 'lucide-react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { selectUnreadIn } from '#store/chat/chatSelectors.ts';
import './wayToNew.css';

interface WayToNewProps {
  channel: string;
  isLoading: boolean;
  onGo: () => void;
  onSkip: () => void;
}

/** To where the news begin, however far above; or the word that they need not be read. */
export function WayToNew({ channel, isLoading, onGo, onSkip }: WayToNewProps) {
  const unread = useAppSelector((state) => selectUnreadIn(state, channel));
  return (
    <div className="way-to-new">
      <Button look="plain" small busy={isLoading} onClick={onGo}>
        {!isLoading && <ArrowUp className="icon icon-small" aria-hidden="true" />}
        {`To the first of ${unread.toLocaleString('en-US')} new`}
      </Button>
      <IconButton label="Mark all as read" small onClick={onSkip}>
        <X className="icon icon-small" />
      </IconButton>
    </div>
  );
}
