import type { Locks } from '#store/ports/tabs.ts';

export interface Candidacy {
  /** Deposes a leader that does not respond, and takes its place. */
  takeOver(): void;
  stop(): void;
}

/**
 * Elects one leader among the tabs that are candidates for the same name. When the leader is closed, crashes or is
 * deposed, the next candidate leads. A deposed leader becomes a candidate again. Without locks (plain http on a network
 * address) every tab is a leader.
 */
export function joinElection(
  locks: Locks | undefined,
  name: string,
  { onElected, onDeposed }: { onElected: () => void; onDeposed: () => void },
): Candidacy {
  let isOver = false;
  let leave = () => {};
  const join = (isTakeover: boolean) => {
    const waiting = new AbortController();
    let holdsLock = false;
    const lead = () =>
      new Promise<void>((release) => {
        if (isOver || (waiting.signal.aborted && !isTakeover)) return release();
        holdsLock = true;
        leave = release;
        onElected();
      });
    leave = () => waiting.abort();
    if (!locks) {
      void lead();
      return;
    }
    locks.request(name, isTakeover ? { steal: true } : { signal: waiting.signal }, lead).catch(() => {
      if (!holdsLock || isOver) return; // this tab stopped waiting
      onDeposed();
      join(false);
    });
  };
  join(false);
  return {
    takeOver() {
      leave();
      join(true);
    },
    stop() {
      isOver = true;
      leave();
    },
  };
}
