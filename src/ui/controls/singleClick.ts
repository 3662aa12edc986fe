import type { KeyboardEvent, MouseEvent } from 'react';

/** Also prevents a second submission of a form. */
export const ignoreClick = (event: MouseEvent) => event.preventDefault();

/** As long as the time that browsers allow between the clicks of a double-click. */
const DOUBLE_PRESS_MS = 500;
const lastClicks = new WeakMap<Element, [at: number, text: string | null]>();

/**
 * A key gives a click of its own each time it is pressed. A button that still says the same, such as “Next”, can be pressed
 * quickly.
 */
function isSecondPress({ currentTarget, timeStamp, detail }: MouseEvent<Element>): boolean {
  const text = currentTarget.textContent;
  const [at, textThen] = lastClicks.get(currentTarget) ?? [0, text];
  if (detail === 0 && text !== textThen && timeStamp - at < DOUBLE_PRESS_MS) return true;
  lastClicks.set(currentTarget, [timeStamp, text]);
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
