import { useEffect, useRef, useState } from 'react';
import { PACKAGE_PART_BYTES, type Package } from '#contract/learning/packages.ts';
import { findUploadProblems, type UploadPurpose } from '#contract/learning/uploads.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { packagesApi, useStartUploadMutation, useUploadPartMutation } from '#store/programs/packagesApi.ts';

const RETRY_MS = 3_000;

/** The upload of a file in this tab. After a reload it continues when the author chooses the same file again. */
export function useUpload(purpose: UploadPurpose, onStarted: (packageId: string) => void) {
  const dispatch = useAppDispatch();
  const [startUpload] = useStartUploadMutation();
  const [uploadPart] = useUploadPartMutation();
  const [isSending, setSending] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isStopped = useRef(false);
  // The author may have changed the form since the file was chosen.
  const started = useRef(onStarted);
  useEffect(() => {
    started.current = onStarted;
  });
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  /** Sends part after part until all bytes have arrived, the author stops, or the server refuses. */
  async function send(file: File, { packageId, received }: Pick<Package, 'packageId' | 'received'>) {
    let offset = received;
    while (offset < file.size && !isStopped.current) {
      const content = file.slice(offset, offset + PACKAGE_PART_BYTES);
      const { data, error } = await uploadPart({ packageId, offset, content });
      setWaiting(false);
      if (data) {
        offset = data.received;
        continue;
      }
      const problem = problemOf(error);
      if (problem.status === 409) {
        const { data: now } = await dispatch(
          packagesApi.endpoints.getPackage.initiate({ packageId }, { forceRefetch: true, subscribe: false }),
        );
        if (now?.state !== 'uploading' || now.received === offset) return problem.message;
        offset = now.received;
      } else if (isTransientFailure(problem)) {
        setWaiting(true);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      } else return problem.message;
    }
    return null;
  }

  async function run(file: File, begin: () => Promise<Pick<Package, 'packageId' | 'received'> | string>) {
    isStopped.current = false;
    setFailure(null);
    setSending(true);
    const begun = await begin();
    const problem = typeof begun === 'string' ? begun : await send(file, begun);
    setSending(false);
    setWaiting(false);
    setFailure(isStopped.current ? null : problem);
  }

  return {
    isSending,
    isWaiting,
    failure,
    upload: (file: File) =>
      run(file, async () => {
        const chosen = { fileName: file.name.slice(-200), size: file.size };
        const refused = problemSentence(findUploadProblems(purpose, chosen));
        if (refused) return refused;
        const { data, error } = await startUpload({ purpose, ...chosen });
        if (!data) {
          const { message, fields } = problemOf(error);
          return problemSentence(fields) ?? message;
        }
        started.current(data.packageId);
        return data;
      }),
    continueWith: (file: File, one: Package) =>
      run(file, async () =>
        file.size === one.size && file.name.slice(-200) === one.fileName
          ? one
          : `This is another file. Choose “${one.fileName}” to continue its upload.`,
      ),
    /** Removes the failure, because the author does not continue. */
    forget: () => setFailure(null),
    pause() {
      isStopped.current = true;
    },
  };
}

const problemSentence = ({ fileName, size }: Record<string, string | undefined>) =>
  size ? `The file ${size}.` : fileName ? `The name of the file ${fileName}.` : null;
