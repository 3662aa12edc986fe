/** Called with the reason for a slow start, so that a busy machine is not mistaken for a broken one. */
export type OnWait = (what: string) => void;

const FIRST_MS = 3_000;
const REPEAT_MS = 10_000;

/** Reports a wait after 3 seconds, and again every 10 seconds. */
export async function reportWait<T>(promise: Promise<T>, what: string, onWait: OnWait): Promise<T> {
  let stop = callAfter(FIRST_MS, function report() {
    onWait(what);
    stop = callAfter(REPEAT_MS, report);
  });
  try {
    return await promise;
  } finally {
    stop();
  }
}

/** A timer that lets pending I/O events run first, so that a busy process handles a response before it times out. */
export function callAfter(ms: number, act: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(act);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
