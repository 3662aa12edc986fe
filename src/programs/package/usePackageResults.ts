import type { PackageResult } from '#contract/learning/packages.ts';
import { useSavePackageResultMutation } from '#store/programs/packagesApi.ts';
import { useResultQueue } from './useResultQueue.ts';

/** The queue of results of an open package, and its state. */
export function usePackageResults({ programId, stepKey }: { programId: string; stepKey: string }) {
  const [saveResult] = useSavePackageResultMutation();
  return useResultQueue<PackageResult>((result) => saveResult({ programId, stepKey, result }));
}
