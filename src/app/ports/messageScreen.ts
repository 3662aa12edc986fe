const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerup'] as const;
/** Scrolling that begins later than this after a move, or after its own last step, is no part of it. */
const ROLLS_ON_MS = 1_000;
const HEARING = { capture: true, passive: true };

/**
 * Which messages somebody can see: read from the document, since only the browser knows how tall rows are. The list says
 * its channel and each row its timetoken; while news above it are skipped it shows nothing that would be read. Only what
 * a person does counts as a move, and what rolls on after it, however late a busy page comes to it; not what a script
 * scrolls by itself.
 */
export function messageScreen(page: Document) {
  return {
    newestMessage(): { channel: string; timetoken: string } | null {
      const list = page.querySelector<HTMLElement>('[data-channel]:not([data-skipped])');
      const channel = list?.dataset.channel;
      if (!list || !channel) return null;
      const { top, bottom } = list.getBoundingClientRect();
      const rows = list.querySelectorAll<HTMLElement>('[data-timetoken]');
      for (let index = rows.length - 1; index >= 0; index--) {
        const row = rows[index]!;
        const end = row.getBoundingClientRect().bottom;
        if (end <= top) return null;
        // A row counts when its end is to be seen; half a pixel is the browser's own rounding.
        const { timetoken } = row.dataset;
        if (end <= bottom + 0.5 && timetoken) return { channel, timetoken };
      }
      return null;
    },
    listen(onMoved: () => void): () => void {
      let movedAt = Number.NEGATIVE_INFINITY;
      const move = ({ timeStamp }: Event) => {
        movedAt = timeStamp;
        onMoved();
      };
      const roll = (event: Event) => {
        if (event.timeStamp - movedAt < ROLLS_ON_MS) move(event);
      };
      const heard = [...MOVES.map((name) => [name, move] as const), ['scroll', roll] as const];
      for (const [name, hear] of heard) page.addEventListener(name, hear, HEARING);
      return () => {
        for (const [name, hear] of heard) page.removeEventListener(name, hear, HEARING);
      };
    },
  };
}
