/** Base UI puts a focus guard before and after each popup. It receives the focus when Tab leaves the popup. */
export const isFocusGuard = (element: EventTarget | null): boolean =>
  element instanceof Element && element.hasAttribute('data-base-ui-focus-guard');
