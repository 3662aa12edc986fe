import type { ScreenPort } from '#store/ports/screen.ts';

const USER_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerup'] as const;
/** Scroll events count as the user's within this time after a user event or after the previous scroll event. */
const MOMENTUM_MS = 1_000;
const LISTENER_OPTIONS = { capture: true, passive: true };

/**
 * Reads from the document which messages are visible: the list has its channel, and each row its timetoken. While the
 * view skips unread messages above it, no message counts as visible. Scrolling by a script is not a user action.
 */
export function messageScreen(page: Document): ScreenPort {
  return {
    newestMessage() {
      const list = page.querySelector<HTMLElement>('[data-channel]:not([data-unread-above])');
      const channel = list?.dataset.channel;
      if (!list || !channel) return null;
      const { top, bottom } = list.getBoundingClientRect();
      const rows = list.querySelectorAll<HTMLElement>('[data-timetoken]');
      for (let index = rows.length - 1; index >= 0; index--) {
        const row = rows[index]!;
        const end = row.getBoundingClientRect().bottom;
        if (end <= top) return null;
        // A row is visible when its end is in view. Half a pixel allows for rounding.
        const { timetoken } = row.dataset;
        if (end <= bottom + 0.5 && timetoken) return { channel, timetoken };
      }
      return null;
    },
    listen(onMoved) {
      let movedAt = Number.NEGATIVE_INFINITY;
      const onUserEvent = ({ timeStamp }: Event) => {
        movedAt = timeStamp;
        onMoved();
      };
      const onScroll = (event: Event) => {
        if (event.timeStamp - movedAt < MOMENTUM_MS) onUserEvent(event);
      };
      const listeners = [
        ...USER_EVENTS.map((name) => [name, onUserEvent] as const),
        ['scroll', onScroll] as const,
      ];
      for (const [name, listener] of listeners) page.addEventListener(name, listener, LISTENER_OPTIONS);
      return () => {
        for (const [name, listener] of listeners) page.removeEventListener(name, listener, LISTENER_OPTIONS);
      };
    },
  };
}
