import { use, useState } from 'react';
import type { OpenedFile } from '#contract/learning/uploads.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useOpenStepFileMutation } from '#store/programs/packagesApi.ts';

/** Requests the addresses of the file of a step. They expire, so they are requested when they are needed. */
export function useOpenFile({ programId, stepKey }: { programId: string; stepKey: string }) {
  const preview = use(PreviewContext);
  const [openStepFile] = useOpenStepFileMutation();
  const [isOpening, setOpening] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const open = async (): Promise<OpenedFile | null> => {
    setOpening(true);
    setFailure(null);
    const { data, error } = await (preview
      ? preview.openFile(stepKey)
      : openStepFile({ programId, stepKey }));
    setOpening(false);
    if (data) return data;
    setFailure(problemOf(error).message);
    return null;
  };
  return { open, isOpening, failure };
}
