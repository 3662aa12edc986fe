import type { Contestant } from './contestant.ts';
import { NEWEST, numberTextOf } from './messages.ts';

const FRAME_MS = 1_000 / 60;
const GIVE_UP_MS = 30_000;

export interface Smoothness {
  dropped: number;
  frames: number;
  worstGapMs: number;
  longTaskMs: number;
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** Resolves after the current frame has been painted. */
const afterPaint = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds until the condition is true and has been painted. */
async function untilPainted(condition: () => boolean, since = performance.now()): Promise<number> {
  do {
    await frame();
    if (performance.now() - since > GIVE_UP_MS) throw new Error('It was not painted in time');
  } while (!condition());
  await afterPaint();
  return performance.now() - since;
}

/** Measures every frame until the returned function is called. */
function watchFrames() {
  const gaps: number[] = [];
  let longTaskMs = 0;
  let isWatching = true;
  let last = performance.now();
  const onFrame = (at: number) => {
    gaps.push(at - last);
    last = at;
    if (isWatching) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame((at) => {
    last = at;
    requestAnimationFrame(onFrame);
  });
  const longTasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTaskMs = Math.max(longTaskMs, duration);
  });
  longTasks.observe({ type: 'longtask' });
  return async (): Promise<Smoothness> => {
    await pause(100); // Long tasks are reported with a delay.
    isWatching = false;
    longTasks.disconnect();
    const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
    return { dropped, frames: gaps.length, worstGapMs: Math.max(...gaps), longTaskMs };
  };
}

/** The functions that the bench calls in each page. They measure with the browser's clock. */
export function measuring(page: Contestant) {
  let newest = NEWEST;
  const isNewestShown = () => page.newestText().includes(numberTextOf(newest));
  return {
    load: (count: number) => page.load(count),
    rowCount: () => page.rowCount(),
    async open() {
      await frame();
      await pause(Math.random() * FRAME_MS);
      const since = performance.now();
      page.open();
      return untilPainted(isNewestShown, since);
    },
    async close() {
      page.close();
      await untilPainted(() => page.newestText() === '');
    },
    /** Receives messages one by one, each at a random moment of a frame. */
    async receive(count: number) {
      const took: number[] = [];
      for (let n = 0; n < count; n++) {
        await pause(60 + Math.random() * FRAME_MS);
        const since = performance.now();
        page.receive(++newest);
        took.push(await untilPainted(isNewestShown, since));
      }
      return took;
    },
    /** The smoothness of a burst until its last message is painted. */
    async burst(count: number) {
      const settle = watchFrames();
      await this.stream(count);
      return settle();
    },
    /** Receives messages evenly over 1 second. The bench requests no frames during that time. */
    async stream(count: number) {
      const first = newest;
      const since = performance.now();
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          const due = Math.min(count, Math.floor(((performance.now() - since) / 1_000) * count) + 1);
          while (newest - first < due) page.receive(++newest);
          if (newest - first < count) return;
          clearInterval(timer);
          resolve();
        }, 1);
      });
      await untilPainted(isNewestShown, since);
    },
    /** Measures each key in the composer from the event to the paint, until the returned function is called. */
    timeKeys() {
      const took: number[] = [];
      const listen = ({ timeStamp }: KeyboardEvent) =>
        void frame()
          .then(afterPaint)
          .then(() => took.push(performance.now() - timeStamp));
      const composer = page.composer();
      composer.focus();
      composer.addEventListener('keydown', listen, { capture: true });
      return () => {
        composer.removeEventListener('keydown', listen, { capture: true });
        return took;
      };
    },
    /** Scrolls up by a constant distance in each frame. */
    async scrollUp(frames: number, pixels: number) {
      const scroller = page.scroller();
      let mostRows = 0;
      const settle = watchFrames();
      for (let n = 0; n < frames; n++) {
        scroller.scrollTop -= pixels;
        await frame();
        if (n % 10 === 0) mostRows = Math.max(mostRows, page.rowCount());
      }
      return { ...(await settle()), mostRows };
    },
  };
}
export type Measuring = ReturnType<typeof measuring>;

declare global {
  interface Window {
    bench?: Measuring;
    stopTimingKeys?: () => number[];
  }
}
