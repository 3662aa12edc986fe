export type PageEvent = 'online' | 'offline' | 'visible' | 'hidden' | 'focus' | 'blur';

/** Network, visibility and focus of the page, and its title and scroll position. */
export interface PagePort {
  isOnline(): boolean;
  isVisible(): boolean;
  isFocused(): boolean;
  listen(onEvent: (event: { kind: PageEvent }) => void): () => void;
  setTitle(title: string): void;
  /** Scrolls to the top of a new screen and moves the focus to its main content. */
  showTop(): void;
  /** Scrolls to the element with this id as soon as it is rendered, focuses it and highlights it. */
  showTarget(id: string): void;
}
