import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface AskedProps {
  text: string;
  /** What may be done: 'Choose one', 'Choose all that fit'. */
  how?: string;
  isMissing: boolean;
  children: ReactNode;
}

/** One thing that is asked, with its answers under it. */
export function Asked({ text, how, isMissing, children }: AskedProps) {
  const id = useId();
  return (
    <fieldset className="asked" aria-describedby={isMissing ? id : undefined}>
      <legend>
        {text}
        {how && <span className="small text-3 asked-how">{how}</span>}
      </legend>
      <div className="options">{children}</div>
      {isMissing && (
        <p className="field-error" id={id}>
          <CircleAlert className="icon" aria-hidden="true" />
          Not answered yet
        </p>
      )}
    </fieldset>
  );
}
