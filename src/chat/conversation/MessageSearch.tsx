import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { useEscape } from '#src/ui/overlays/useEscape.ts';
import { plural } from '#src/ui/text/plural.ts';
import type { MessageSearchState } from './useMessageSearch.ts';
import './messageSearch.css';

interface MessageSearchProps {
  search: MessageSearchState;
  isAtStart: boolean;
  isLoading: boolean;
  onLoadOlder: () => void;
  onClose: () => void;
}

/** Searches in the loaded messages. The user can load older ones. */
export function MessageSearch({ search, isAtStart, isLoading, onLoadOlder, onClose }: MessageSearchProps) {
  const container = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEscape(container, true, onClose);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    search.step(event.shiftKey ? -1 : 1);
  };
  const hasMatches = search.matchCount > 0;
  return (
    <search ref={container} className="message-search" aria-label="Search in this conversation">
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
        <IconButton label="Older match" small disabled={!hasMatches} onClick={() => search.step(1)}>
          <ChevronUp className="icon" />
        </IconButton>
        <IconButton label="Newer match" small disabled={!hasMatches} onClick={() => search.step(-1)}>
          <ChevronDown className="icon" />
        </IconButton>
        <IconButton label="Close search" small onClick={onClose}>
          <X className="icon" />
        </IconButton>
      </div>
      {search.searchText !== '' && (
        <div className="message-search-status">
          <span role="status">{statusOf(search, isAtStart)}</span>
          {!isAtStart && (
            <Button variant="link" small busy={isLoading} onClick={onLoadOlder}>
              Load older messages
            </Button>
          )}
        </div>
      )}
    </search>
  );
}

function statusOf({ matchCount, position }: MessageSearchState, isAtStart: boolean): string {
  if (matchCount === 0) return isAtStart ? 'No matches' : 'No matches in the loaded messages';
  if (position > 0)
    return isAtStart
      ? `Match ${position} of ${matchCount}`
      : `Match ${position} of ${matchCount} in the loaded messages`;
  return isAtStart
    ? plural(matchCount, '# match', '# matches')
    : plural(matchCount, '# match in the loaded messages', '# matches in the loaded messages');
}
