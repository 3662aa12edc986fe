import { useEffect, useEffectEvent } from 'react';

const TEXT_FIELDS = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable]';
const PANELS = '.room-panel';

/** Moves the focus to the first control in the next area of the room. */
function focusNextPanel() {
  const panels = [...document.querySelectorAll<HTMLElement>(PANELS)].filter(
    (one) => one.offsetParent !== null,
  );
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = panels[(at + 1) % panels.length];
  next?.querySelector<HTMLElement>('input, textarea, select, button, a')?.focus();
}

/**
 * Keys of the room: F6 always, letters only while no text field has the focus and no other key is held.
 * `isOn` switches them off for people who use speech input.
 */
export function useRoomKeys(isOn: boolean, onKey: Record<string, () => void>) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'F6' && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      return focusNextPanel();
    }
    const isTyping = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null;
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!isOn || isTyping || isModified || event.repeat || document.querySelector('dialog[open]')) return;
    const action = onKey[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
