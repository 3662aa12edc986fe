import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface FoldedProps {
  /** What is shown of it at first. */
  start: string;
  text: string;
  /** A search has led here: what was looked for may stand in the folded part. */
  isFound: boolean;
  children: (text: string) => ReactNode;
}

/** A message as long as a letter shows its beginning, and all of it to whoever asks. */
export function Folded({ start, text, isFound, children }: FoldedProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(isFound);
  const [wasFound, setWasFound] = useState(isFound);
  if (isFound !== wasFound) {
    setWasFound(isFound);
    if (isFound) setOpen(true); // and it stays: what one reads does not shrink when the search moves on
  }
  /** Where the button stood on the screen when it was pressed. */
  const pressedAt = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = button.current;
    const list = element?.closest('.scroll');
    if (!element || !list || pressedAt.current === null) return;
    // Opened, the text goes on where one stopped reading; folded, the button stays under the finger.
    if (!isOpen) list.scrollTop += element.getBoundingClientRect().top - pressedAt.current;
    pressedAt.current = null;
    // The list asks itself anew whether it stands at its end: nothing was scrolled, and yet it may not any more.
    list.dispatchEvent(new Event('scroll'));
  }, [isOpen]);
  return (
    <>
      {children(isOpen ? text : `${start} …`)}
      <button
        ref={button}
        type="button"
        className="fold"
        aria-expanded={isOpen}
        onClick={(event) => {
          pressedAt.current = event.currentTarget.getBoundingClientRect().top;
          setOpen(!isOpen);
        }}
      >
        {isOpen ? 'Show less' : 'Show all'}
      </button>
    </>
  );
}
