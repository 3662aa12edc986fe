import confetti from 'canvas-confetti';

/** Number of bursts over which the particles are spread. */
const BURSTS = 20;
const LAST_BURST_AT = 0.8;
/** Custom properties for the colours in `ui/theme/tokens.css`. */
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
 * Draws confetti on a canvas above the page, until it is stopped. The library runs without its worker, which the Content
 * Security Policy blocks.
 */
export function drawConfetti(
  page: Document,
  { durationMs, particles }: { durationMs: number; particles: number },
): () => void {
  const canvas = page.createElement('canvas');
  Object.assign(canvas.style, OVERLAY_STYLE);
  canvas.setAttribute('aria-hidden', 'true');
  page.body.append(canvas);
  const fire = confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true });
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    fire.reset();
    canvas.remove();
  };
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
  return stop;
}
