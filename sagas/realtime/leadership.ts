/** The part of the browser's locks that is needed here. */
export type Locks = Pick<LockManager, 'request'>;

export interface Candidacy {
  /** The one who leads gives no sign of life: the lead is taken from it. */
  steal(): void;
  stop(): void;
}

/**
 * One of the tabs that stand under a name leads, for as long as it lives; then the next does, whether it was closed, crashed
 * or was robbed. A robbed one stands again. Without locks (plain http on a network address) each leads itself.
 */
export function standForLead(
  locks: Locks | undefined,
  name: string,
  { onLead, onDeposed }: { onLead: () => void; onDeposed: () => void },
): Candidacy {
  let isOver = false;
  let leave = () => {};
  const stand = (isStealing: boolean) => {
    const waiting = new AbortController();
    let holds = false;
    const hold = () =>
      new Promise<void>((release) => {
        if (isOver || (waiting.signal.aborted && !isStealing)) return release();
        holds = true;
        leave = release;
        onLead();
      });
    leave = () => waiting.abort();
    if (!locks) {
      void hold();
      return;
    }
    locks.request(name, isStealing ? { steal: true } : { signal: waiting.signal }, hold).catch(() => {
      if (!holds || isOver) return; // this tab gave up waiting
      onDeposed();
      stand(false);
    });
  };
  stand(false);
  return {
    steal() {
      leave();
      stand(true);
    },
    stop() {
      isOver = true;
      leave();
    },
  };
}
