import { useEffect, useState } from 'react';
import { createResultQueue, type SaveState } from './resultQueue.ts';

/**
 * A queue that saves results of a step with the first `send`, and the state of the queue. It tries again when the
 * browser is online.
 */
export function useResultQueue<Result>(send: (result: Result) => Promise<{ error?: unknown }>) {
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const [queue] = useState(() => createResultQueue(send, setState));
  useEffect(() => {
    const retry = () => void queue.save();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      queue.stop();
    };
  }, [queue]);
  return { state, queue };
}
