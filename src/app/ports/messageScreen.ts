const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerup'] as const;

/**
 * Which messages somebody can see: read from the document, since only the browser knows how tall rows are. The list says
 * its channel and each row its timetoken; while news above it are skipped it shows nothing that would be read. Only what a person does counts as a move, not what a script scrolls.
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
      const listening = new AbortController();
      for (const move of MOVES)
        page.addEventListener(move, onMoved, { capture: true, passive: true, signal: listening.signal });
      return () => listening.abort();
    },
  };
}
