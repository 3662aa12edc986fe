import type { PageEvent, PagePort } from '#store/ports/page.ts';

/** Network, visibility and focus of the page. Sets its title and scroll position. */
export function browserPage(view: Window & typeof globalThis): PagePort {
  const { document: page, navigator } = view;
  /** Stops waiting for the target of the previous navigation. */
  let stopWaiting = () => {};
  return {
    isOnline: () => navigator.onLine,
    isVisible: () => page.visibilityState === 'visible',
    isFocused: () => page.hasFocus(),
    listen(onEvent) {
      const listening = new AbortController();
      const on = (target: EventTarget, type: string, kind: () => PageEvent) =>
        target.addEventListener(type, () => onEvent({ kind: kind() }), { signal: listening.signal });
      const visibility = (): PageEvent => (page.visibilityState === 'visible' ? 'visible' : 'hidden');
      on(view, 'online', () => 'online');
      on(view, 'offline', () => 'offline');
      on(view, 'focus', () => 'focus');
      on(view, 'blur', () => 'blur');
      on(view, 'pageshow', visibility); // restored from the back/forward cache
      on(page, 'visibilitychange', visibility);
      return () => listening.abort();
    },
    setTitle(title) {
      page.title = title;
    },
    showTop() {
      stopWaiting();
      view.requestAnimationFrame(() => {
        view.scrollTo(0, 0);
        const main = page.querySelector('main');
        // A screen may already have moved the focus itself.
        if (main && !main.contains(page.activeElement)) main.focus({ preventScroll: true });
      });
    },
    showTarget(id) {
      stopWaiting();
      const waiting = new AbortController();
      stopWaiting = () => waiting.abort();
      // What the user does next ends the wait, also while the code below still loads. Listeners of the capture phase also
      // get the keys that a popover stops, and not the key that opened the link.
      for (const type of ['pointerdown', 'keydown', 'wheel'])
        page.addEventListener(type, stopWaiting, { capture: true, passive: true, once: true });
      void import('#src/app/router/showLinkTarget.ts').then(({ showLinkTarget }) =>
        view.requestAnimationFrame(() => showLinkTarget(view, id, waiting)),
      );
    },
  };
}
