import type { KeyboardEvent, MouseEvent } from 'react';

/** Also prevents a second submission of a form. */
export const ignoreClick = (event: MouseEvent) => event.preventDefault();

/** As long as the time that browsers allow between the clicks of a double-click. */
const DOUBLE_PRESS_MS = 500;
const lastClicks = new WeakMap<EventTarget, { at: number; name: string | null }>();
const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

/** A key gives a click of its own each time it is pressed. Pressing the same action quickly is fine, such as “Next week”. */
function isSecondPress({ currentTarget, timeStamp, detail }: MouseEvent<Element>): boolean {
  const last = lastClicks.get(currentTarget);
  const name = nameOf(currentTarget);
  if (detail === 0 && last && last.name !== name && timeStamp - last.at < DOUBLE_PRESS_MS) return true;
  lastClicks.set(currentTarget, { at: timeStamp, name });
  return false;
}

/** The second click of a double-click must be ignored, because the button may mean the opposite by then. */
export const singleClick =
  <T extends Element>(onClick: ((event: MouseEvent<T>) => void) | undefined) =>
  (event: MouseEvent<T>) =>
    event.detail > 1 || isSecondPress(event) ? event.preventDefault() : onClick?.(event);

/** A key that is held down presses the button only once. */
export const singlePress =
  <T>(onKeyDown: ((event: KeyboardEvent<T>) => void) | undefined) =>
  (event: KeyboardEvent<T>) => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    onKeyDown?.(event);
  };
