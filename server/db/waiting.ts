/** Is told what a start still waits for, so that nobody takes a busy machine for a broken one. */
export type OnWaiting = (what: string) => void;

const FIRST_MS = 3_000;
const AGAIN_MS = 10_000;

/** Says what is waited for when it takes long, and again every ten seconds. */
export async function sayWhile<T>(waiting: Promise<T>, what: string, onWaiting: OnWaiting): Promise<T> {
  let stop = afterAtLeast(FIRST_MS, function say() {
    onWaiting(what);
    stop = afterAtLeast(AGAIN_MS, say);
  });
  try {
    return await waiting;
  } finally {
    stop();
  }
}

/** A process that was busy itself all that time hears first of what has come meanwhile. */
export function afterAtLeast(ms: number, act: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(act);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
