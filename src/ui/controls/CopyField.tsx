import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import './copyField.css';

const SHOWN_MS = 2_000;

interface CopyFieldProps {
  label: string;
  value: string;
  /** What the button copies, for its accessible name: 'redirect address'. */
  what: string;
  help?: string;
}

/** A read-only text with a copy button. */
export function CopyField({ label, value, what, help }: CopyFieldProps) {
  const [result, setResult] = useState<{ isCopied: boolean } | null>(null);
  useEffect(() => {
    if (!result?.isCopied) return;
    const timer = setTimeout(() => setResult(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setResult({ isCopied: true }),
      () => setResult({ isCopied: false }),
    );
  const isCopied = result?.isCopied === true;
  const Icon = isCopied ? Check : Copy;
  return (
    <Field
      label={label}
      help={help}
      error={result?.isCopied === false ? 'Not copied. Select the text and copy it.' : null}
    >
      {(control) => (
        <div className="input-group">
          <input
            {...control}
            className="input input-code"
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button aria-label={isCopied ? 'Copied' : `Copy ${what}`} onClick={() => void copy()}>
            <Icon className="icon icon-small" aria-hidden="true" />
            <span className="copy-word">{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
          <span className="visually-hidden" role="status">
            {isCopied && `The ${what} is copied.`}
          </span>
        </div>
      )}
    </Field>
  );
}
