import { useCallback, useEffect, useRef, useState } from 'react';
import { readBox, type SurveyBox, writeBox } from './surveyBox.ts';

/** What this browser keeps of an anonymous survey; `undefined` while it is read. */
export function useSurveyBox(owner: string) {
  const [box, setBox] = useState<SurveyBox | null | undefined>(undefined);
  const latest = useRef<SurveyBox | null>(null);
  const writes = useRef<Promise<unknown>>(Promise.resolve());
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
  /** Changes the box at once, and stores it after earlier changes. */
  const put = useCallback(
    (next: SurveyBox) => {
      latest.current = next;
      setBox(next);
      writes.current = writes.current
        .then(() => writeBox(owner, next))
        .then(
          () => setFailed(false),
          () => setFailed(true),
        );
      return writes.current;
    },
    [owner],
  );
  const change = useCallback(
    (changes: Partial<SurveyBox>) =>
      latest.current ? put({ ...latest.current, ...changes }) : Promise.resolve(),
    [put],
  );
  return { box, put, change, hasFailed };
}
