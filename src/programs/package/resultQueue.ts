import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';

const RETRY_MS = 5_000;

export type SaveState =
  | { kind: 'idle' | 'saving' | 'saved' }
  /** Saved later, because the server cannot be reached. */
  | { kind: 'waiting' }
  /** No longer saved, for example because the package was opened in another window. */
  | { kind: 'stopped'; message: string };

/** Saves the newest result of a package or video, one call at a time, and retries while the server cannot be reached. */
export function createResultQueue<Result>(
  send: (result: Result) => Promise<{ error?: unknown }>,
  onState: (state: SaveState) => void,
) {
  let next: Result | null = null;
  let running: Promise<void> | null = null;
  let timer: number | undefined;

  async function sendAll() {
    window.clearTimeout(timer);
    while (next) {
      const result = next;
      next = null;
      onState({ kind: 'saving' });
      const { error } = await send(result);
      if (!error) {
        onState({ kind: 'saved' });
        continue;
      }
      const problem = problemOf(error);
      if (!isTransientFailure(problem)) return onState({ kind: 'stopped', message: problem.message });
      next ??= result;
      onState({ kind: 'waiting' });
      timer = window.setTimeout(() => void save(), RETRY_MS);
      return;
    }
  }

  /** Sends the unsaved result. Resolves when it is saved, refused or has to wait. */
  function save(): Promise<void> {
    running ??= sendAll().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    save,
    keep(result: Result) {
      next = result;
      void save();
    },
    isUnsaved: () => next !== null,
    stop: () => window.clearTimeout(timer),
  };
}
