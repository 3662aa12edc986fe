import { type ReactNode, useEffect, useState } from 'react';

export const SKELETON_DELAY_MS = 150;

/** Shows its children after a delay, so that a fast response does not flash a skeleton. */
export function Delayed({
  children,
  afterMs = SKELETON_DELAY_MS,
}: {
  children: ReactNode;
  afterMs?: number;
}) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isDue ? children : null;
}
