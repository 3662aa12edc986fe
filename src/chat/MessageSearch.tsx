import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { useEscape } from '#src/ui/useEscape.ts';
import type { MessageSearchState } from './useMessageSearch.ts';
import './messageSearch.css';

interface MessageSearchProps {
  search: MessageSearchState;
  isAtStart: boolean;
  isLoading: boolean;
  onOlder: () => void;
  onClose: () => void;
}

/** Looks for words in what is loaded of the conversation; older messages are loaded when one asks for them. */
export function MessageSearch({ search, isAtStart, isLoading, onOlder, onClose }: MessageSearchProps) {
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEscape(bar, true, onClose);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    search.step(event.shiftKey ? -1 : 1);
  };
  return (
    <search ref={bar} className="message-search" aria-label="Search in this conversation">
      <div className="row">
        <input
          ref={input}
          type="search"
          className="input grow"
          aria-label="Search messages"
          placeholder="Search messages"
          dir="auto"
          autoComplete="off"
          value={search.text}
          onChange={(event) => search.setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Older match" small disabled={search.found === 0} onClick={() => search.step(1)}>
          <ChevronUp className="icon" />
        </IconButton>
        <IconButton label="Newer match" small disabled={search.found === 0} onClick={() => search.step(-1)}>
          <ChevronDown className="icon" />
        </IconButton>
        <IconButton label="Close search" small onClick={onClose}>
          <X className="icon" />
        </IconButton>
      </div>
      {search.sought !== '' && (
        <div className="message-search-note">
          <span role="status">{noteOf(search, isAtStart)}</span>
          {!isAtStart && (
            <Button look="link" small busy={isLoading} onClick={onOlder}>
              Load older messages
            </Button>
          )}
        </div>
      )}
    </search>
  );
}

function noteOf({ found, position }: MessageSearchState, isAtStart: boolean): string {
  const where = isAtStart ? 'in this conversation' : 'in what is loaded';
  if (found === 0) return `Nothing found ${where}.`;
  if (position > 0) return `${position} of ${found} ${where}`;
  return `${found === 1 ? 'One message' : `${found} messages`} ${where}`;
}
