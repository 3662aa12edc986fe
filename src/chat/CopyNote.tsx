import { useEffect, useState } from 'react';
import './copyNote.css';

const SHOWN_MS = 2_500;

/** Says for a moment that a text was copied, or that the browser would not. */
export function CopyNote({ copied }: { copied: { isDone: boolean } | null }) {
  const [faded, setFaded] = useState<object | null>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setFaded(copied), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const isShown = copied !== null && copied !== faded;
  return (
    <p className={isShown ? 'copy-note' : 'visually-hidden'} role="status">
      {isShown && (copied.isDone ? 'Copied' : 'Your browser did not allow copying')}
    </p>
  );
}
