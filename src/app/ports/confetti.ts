/** Confetti, loaded on first use. It is skipped if the user prefers reduced motion. */
export function browserConfetti(page: Document) {
  return {
    start(shown: { durationMs: number; particles: number }): () => void {
      if (page.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
      let isOver = false;
      let stop = () => {};
      const draw = async () => {
        const { drawConfetti } = await import('./drawConfetti.ts');
        if (!isOver) stop = drawConfetti(page, shown);
      };
      // The celebration card is shown even if the confetti fails.
      draw().catch(() => undefined);
      return () => {
        isOver = true;
        stop();
      };
    },
  };
}
