import type { KeyboardEvent } from 'react';

interface MessageActionsButtonProps {
  /** Only one button of the list is a Tab stop. The arrow keys move between buttons. */
  isTabStop: boolean;
  onFocus: () => void;
  onOpen: (button: HTMLElement) => void;
}

export function MessageActionsButton({ isTabStop, onFocus, onOpen }: MessageActionsButtonProps) {
  return (
    <button
      type="button"
      className="message-actions-button"
      aria-label="Message actions"
      aria-haspopup="menu"
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={moveFocus}
      onClick={(event) => onOpen(event.currentTarget)}
    />
  );
}

/** Arrow up and down move the focus to the button of the previous or next message. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget.closest('ol');
  if (step === undefined || !list) return;
  event.preventDefault();
  const buttons = Array.from(list.querySelectorAll<HTMLElement>('.message-actions-button'));
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus();
}
