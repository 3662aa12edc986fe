import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';

interface FormTroubleProps {
  /** What was not done: 'Not saved yet'. */
  title: string;
  /** What the service said, where no single field says it. */
  message?: string | null;
  /** Wrong fields in words, by the id of their control. */
  wrong?: readonly { id: string; text: string }[];
}

/** What stands in the way, above a form, with a way to each field that is wrong. */
export function FormTrouble({ title, message, wrong = [] }: FormTroubleProps) {
  if (!message && wrong.length === 0) return null;
  return (
    <ErrorSummary>
      <p className="strong">{title}</p>
      {message && <p>{message}</p>}
      {wrong.map(({ id, text }) => (
        <p key={id}>
          <a
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(id)?.focus();
            }}
          >
            {text}
          </a>
        </p>
      ))}
    </ErrorSummary>
  );
}
