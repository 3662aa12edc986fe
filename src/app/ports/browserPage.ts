type PageEvent = 'online' | 'offline' | 'visible' | 'hidden' | 'focus' | 'blur';

/** What the browser says of the page: network, visibility, focus; and what is said to it: title and where to begin. */
export function browserPage(view: Window & typeof globalThis) {
  const { document: page, navigator } = view;
  return {
    isOnline: () => navigator.onLine,
    isVisible: () => page.visibilityState === 'visible',
    isFocused: () => page.hasFocus(),
    listen(onEvent: (event: { kind: PageEvent }) => void): () => void {
      const listening = new AbortController();
      const on = (target: EventTarget, type: string, kind: () => PageEvent) =>
        target.addEventListener(type, () => onEvent({ kind: kind() }), { signal: listening.signal });
      const visibility = (): PageEvent => (page.visibilityState === 'visible' ? 'visible' : 'hidden');
      on(view, 'online', () => 'online');
      on(view, 'offline', () => 'offline');
      on(view, 'focus', () => 'focus');
      on(view, 'blur', () => 'blur');
      on(view, 'pageshow', visibility); // back from the browser's own cache of pages
      on(page, 'visibilitychange', visibility);
      return () => listening.abort();
    },
    setTitle(title: string) {
      page.title = title;
    },
    /** The keyboard and the screen reader begin where the new screen begins, as after a page load. */
    showTop() {
      view.requestAnimationFrame(() => {
        view.scrollTo(0, 0);
        const main = page.querySelector('main');
        // A screen that has put the focus somewhere itself knows better.
        if (main && !main.contains(page.activeElement)) main.focus({ preventScroll: true });
      });
    },
  };
}
