/** While somebody writes, their text is kept this often: the whole application hears of it each time. */
const KEEP_EVERY_MS = 400;

/**
 * Between a field and where its text is kept. The first change is handed on at once, so that others hear that somebody
 * writes; of those that follow the newest one, after a pause. Nothing is lost: whoever leaves flushes.
 */
export function draftKeeper(keep: (text: string) => void) {
  let waiting: string | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    if (waiting === null) return;
    const text = waiting;
    waiting = null;
    keep(text);
  };
  const rest = () => {
    pause = setTimeout(() => {
      pause = undefined;
      if (waiting === null) return;
      flush();
      rest();
    }, KEEP_EVERY_MS);
  };
  return {
    change(text: string) {
      waiting = text;
      if (pause !== undefined) return;
      flush();
      rest();
    },
    flush,
    stop: () => {
      flush();
      clearTimeout(pause);
      pause = undefined;
    },
  };
}
