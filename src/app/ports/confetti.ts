/** The particles are spread over this many bursts. */
const BURSTS = 20;
const LAST_BURST_AT = 0.8;
/** Custom properties of the palette in `ui/theme/tokens.css`. */
const COLOURS = ['--evergreen-4', '--evergreen-6', '--amber-4', '--amber-6', '--berry-5'];

const OVERLAY_STYLE = {
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  pointerEvents: 'none',
  zIndex: '1000',
};

/**
 * Draws confetti on a canvas above the page. The library is loaded on first use and runs without its worker, which the
 * Content Security Policy blocks. Nothing is drawn when the user prefers reduced motion.
 */
export function browserConfetti(page: Document) {
  return {
    start({ durationMs, particles }: { durationMs: number; particles: number }): () => void {
      if (page.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
      const canvas = page.createElement('canvas');
      Object.assign(canvas.style, OVERLAY_STYLE);
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
          const fireBurst = () =>
            void fire({
              particleCount,
              colors,
              angle: isLeft ? 60 : 120,
              spread: 70,
              origin: { x: isLeft ? 0 : 1, y: 0.7 },
            });
          timers.push(setTimeout(fireBurst, (burst / BURSTS) * durationMs * LAST_BURST_AT));
        }
        timers.push(setTimeout(stop, durationMs));
      };
      // The celebration card is shown even if the confetti fails.
      play().catch(stop);
      return stop;
    },
  };
}
