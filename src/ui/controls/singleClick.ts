import type { KeyboardEvent, MouseEvent } from 'react';

/** Also prevents a second submission of a form. */
export const ignoreClick = (event: MouseEvent) => event.preventDefault();

/** The second click of a double-click must be ignored, because the button may mean the opposite by then. */
export const singleClick =
  <T>(onClick: ((event: MouseEvent<T>) => void) | undefined) =>
  (event: MouseEvent<T>) =>
    event.detail > 1 ? event.preventDefault() : onClick?.(event);

/** A key that is held down presses the button only once. */
export const singlePress =
  <T>(onKeyDown: ((event: KeyboardEvent<T>) => void) | undefined) =>
  (event: KeyboardEvent<T>) => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    onKeyDown?.(event);
  };
