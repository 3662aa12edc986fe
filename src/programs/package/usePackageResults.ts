import { useEffect, useState } from 'react';
import { useSavePackageResultMutation } from '#store/programs/packagesApi.ts';
import { createResultQueue, type SaveState } from './resultQueue.ts';

/** The queue of results of an open package, and its state. */
export function usePackageResults({ programId, stepKey }: { programId: string; stepKey: string }) {
  const [saveResult] = useSavePackageResultMutation();
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const [queue] = useState(() =>
    createResultQueue((result) => saveResult({ programId, stepKey, result }), setState),
  );
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
