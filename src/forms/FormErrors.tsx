import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';

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
      {message && (
        <p>
          <ProblemText message={message} />
        </p>
      )}
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
