import { useEffect, useState } from 'react';
import './copyStatus.css';

const SHOWN_MS = 2_500;

/** Says for a moment whether the text was copied. */
export function CopyStatus({ result }: { result: { isCopied: boolean } | null }) {
  const [hiddenResult, setHiddenResult] = useState<object | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setHiddenResult(result), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const isShown = result !== null && result !== hiddenResult;
  return (
    <p className={isShown ? 'copy-status' : 'visually-hidden'} role="status">
      {isShown && (result.isCopied ? 'Copied' : 'Not copied. Your browser did not allow it.')}
    </p>
  );
}
