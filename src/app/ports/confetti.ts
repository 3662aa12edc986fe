/** Particles are thrown in this many bursts over the time, so that the whole of it is a celebration. */
const BURSTS = 20;
const LAST_BURST_AT = 0.8;
/** Leaves, blossom and berries: the palette's own names. */
const COLOURS = ['--evergreen-4', '--evergreen-6', '--amber-4', '--amber-6', '--berry-5'];

const OVER_EVERYTHING = {
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  pointerEvents: 'none',
  zIndex: '1000',
};

/**
 * Confetti on a canvas of its own above the page. The library comes when it is first needed and draws on the page's own
 * thread, since its worker would need an address that the content policy refuses. Under reduced motion nothing flies:
 * the card stands still and says it.
 */
export function browserConfetti(page: Document) {
  return {
    start({ durationMs, particles }: { durationMs: number; particles: number }): () => void {
      if (page.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
      const canvas = page.createElement('canvas');
      Object.assign(canvas.style, OVER_EVERYTHING);
      canvas.setAttribute('aria-hidden', 'true');
      page.body.append(canvas);
      const timers: ReturnType<typeof setTimeout>[] = [];
      let isOver = false;
      let reset = () => {};
      const stop = () => {
        isOver = true;
        for (const timer of timers) clearTimeout(timer);
        reset();
        canvas.remove();
      };
      const play = async () => {
        const { default: confetti } = await import('canvas-confetti');
        if (isOver) return;
        const fire = confetti.create(canvas, {
          resize: true,
          useWorker: false,
          disableForReducedMotion: true,
        });
        reset = () => fire.reset();
        const styles = getComputedStyle(page.documentElement);
        const colors = COLOURS.map((name) => styles.getPropertyValue(name).trim());
        const particleCount = Math.ceil(particles / BURSTS);
        for (let burst = 0; burst < BURSTS; burst++) {
          const isLeft = burst % 2 === 0;
          const throwBurst = () =>
            void fire({
              particleCount,
              colors,
              angle: isLeft ? 60 : 120,
              spread: 70,
              origin: { x: isLeft ? 0 : 1, y: 0.7 },
            });
          timers.push(setTimeout(throwBurst, (burst / BURSTS) * durationMs * LAST_BURST_AT));
        }
        timers.push(setTimeout(stop, durationMs));
      };
      // Without the picture the card still says it.
      play().catch(stop);
      return stop;
    },
  };
}
