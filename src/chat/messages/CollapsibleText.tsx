import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface CollapsibleTextProps {
  /** The text shown while collapsed. */
  start: string;
  text: string;
  /** The current search match is in this message and may be in its hidden part. */
  isCurrentMatch: boolean;
  children: (text: string) => ReactNode;
}

/** A long message that shows its start until the user expands it. */
export function CollapsibleText({ start, text, isCurrentMatch, children }: CollapsibleTextProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isExpanded, setExpanded] = useState(isCurrentMatch);
  const [wasCurrentMatch, setWasCurrentMatch] = useState(isCurrentMatch);
  if (isCurrentMatch !== wasCurrentMatch) {
    setWasCurrentMatch(isCurrentMatch);
    if (isCurrentMatch) setExpanded(true); // It stays expanded when the search moves to another message.
  }
  /** The position of the button on screen when it was pressed. */
  const pressedAt = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = button.current;
    const list = element?.closest('.message-scroller');
    if (!element || !list || pressedAt.current === null) return;
    // When expanded, the text continues where the user stopped reading. When collapsed, the button keeps its position.
    if (!isExpanded) list.scrollTop += element.getBoundingClientRect().top - pressedAt.current;
    pressedAt.current = null;
    // The height changed without scrolling, so the list checks whether it is still at its end.
    list.dispatchEvent(new Event('scroll'));
  }, [isExpanded]);
  return (
    <>
      {children(isExpanded ? text : `${start} …`)}
      <button
        ref={button}
        type="button"
        className="collapse-toggle"
        aria-expanded={isExpanded}
        onClick={(event) => {
          pressedAt.current = event.currentTarget.getBoundingClientRect().top;
          setExpanded(!isExpanded);
        }}
      >
        {isExpanded ? 'Show less' : 'Show all'}
      </button>
    </>
  );
}
