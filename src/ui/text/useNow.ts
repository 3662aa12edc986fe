import { useEffect, useState } from 'react';

const EVERY_MS = 5_000;

/** The time of this browser, kept current while `isOn`. */
export function useNow(isOn = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
