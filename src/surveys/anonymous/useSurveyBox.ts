import { useCallback, useEffect, useRef, useState } from 'react';
import { readBox, type SurveyBox, writeBox } from './surveyBox.ts';

/**
 * The data of an anonymous survey that is kept in this browser: `box` is `undefined` while it is read, and `isStored` is
 * false until the last change is written.
 */
export function useSurveyBox(owner: string) {
  const [box, setBox] = useState<SurveyBox | null | undefined>(undefined);
  const latest = useRef<SurveyBox | null>(null);
  const writes = useRef<Promise<unknown>>(Promise.resolve());
  const [isStored, setStored] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    readBox(owner).then(
      (found) => {
        if (!isCurrent) return;
        latest.current = found;
        setBox(found);
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [owner]);
  /** Changes the box immediately, and stores it after earlier changes. */
  const put = useCallback(
    (next: SurveyBox) => {
      latest.current = next;
      setBox(next);
      setStored(false);
      const write: Promise<unknown> = writes.current
        .then(() => writeBox(owner, next))
        .then(
          () => setFailed(false),
          () => setFailed(true),
        )
        // A newer change is still to be written.
        .then(() => write === writes.current && setStored(true));
      writes.current = write;
      return write;
    },
    [owner],
  );
  const change = useCallback(
    (changes: Partial<SurveyBox>) =>
      latest.current ? put({ ...latest.current, ...changes }) : Promise.resolve(),
    [put],
  );
  return { box, put, change, isStored, hasFailed };
}
