import { lazy, Suspense } from 'react';
import { plainTextOf, RICH_TEXT_MAX_LENGTH, type RichText, richTextOf } from '#contract/learning/richText.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { Field } from '#src/ui/controls/Field.tsx';
import type { ErrorOf } from './EditableList.tsx';
import './richText.css';

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx'));

interface RichTextFieldProps {
  label: string;
  /** The path of the text in the topic. */
  at: string;
  /** Null for a text that was written without format. */
  document: RichText | null;
  text: string;
  errorOf: ErrorOf;
  onChange: (document: RichText, text: string) => void;
}

/** A text with format. The editor is loaded when the field is shown. */
export function RichTextField({ label, at, document, text, errorOf, onChange }: RichTextFieldProps) {
  const isTooLong = text.length > RICH_TEXT_MAX_LENGTH;
  return (
    <Field
      label={label}
      help="Alt+F10 goes to the format buttons."
      id={fieldId(at)}
      error={isTooLong ? `Text is longer than ${RICH_TEXT_MAX_LENGTH} characters` : errorOf(at)}
    >
      {(control) => (
        <Suspense
          fallback={
            <p className="input rich-loading text-3" aria-busy="true">
              Loading the editor…
            </p>
          }
        >
          <RichTextEditor
            label={label}
            control={control}
            value={document ?? richTextOf(text)}
            onChange={(next) => onChange(next, plainTextOf(next))}
          />
        </Suspense>
      )}
    </Field>
  );
}
