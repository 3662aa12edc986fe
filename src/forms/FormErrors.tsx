import { useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { OFFLINE_MESSAGE } from '#store/api/problemOf.ts';
import { selectConnectionStatus } from '#store/connection/connectionSlice.ts';

interface FormErrorsProps {
  /** Title of the error summary, such as 'Not saved yet'. */
  title: string;
  /** The server's message about the whole form. */
  message?: string | null;
  /** The errors, by the id of their field. `show` replaces the focus for a field that is not on the screen. */
  fieldErrors?: readonly { id: string; text: string; show?: () => void }[];
}

/** The errors of a form with a link to each invalid field. */
export function FormErrors({ title, message, fieldErrors = [] }: FormErrorsProps) {
  if (!message && fieldErrors.length === 0) return null;
  return (
    <ErrorSummary>
      <p className="strong">{title}</p>
      {message === OFFLINE_MESSAGE ? <OfflineMessage /> : message && <p>{message}</p>}
      {fieldErrors.map(({ id, text, show = () => document.getElementById(id)?.focus() }) => (
        <p key={id}>
          <a
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              show();
            }}
          >
            {text}
          </a>
        </p>
      ))}
    </ErrorSummary>
  );
}

/** The form keeps its message until the next attempt, so the message itself changes when the connection is back. */
function OfflineMessage() {
  const status = useAppSelector(selectConnectionStatus);
  const isLost = status === 'offline' || status === 'reconnecting';
  // A call can fail before the loss is detected.
  const [wasLost, setWasLost] = useState(isLost);
  if (isLost && !wasLost) setWasLost(true);
  return <p>{wasLost && !isLost ? 'You are back online. You can try again.' : OFFLINE_MESSAGE}</p>;
}
