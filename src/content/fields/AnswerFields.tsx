import { fieldId } from '#src/forms/fieldIds.ts';
import { TextField } from '#src/ui/controls/Field.tsx';
import type { ErrorOf } from './EditableList.tsx';

interface AnswerFieldsProps {
  label: string;
  text: string;
  reasonLabel: string;
  reason: string;
  /** The path of the answer in the topic. */
  at: string;
  maxLength?: number;
  errorOf: ErrorOf;
  onChange: (values: { text?: string; reason?: string }) => void;
}

/** An answer, and the reason why it is right or wrong. */
export function AnswerFields(props: AnswerFieldsProps) {
  const { label, text, reasonLabel, reason, at, maxLength = 300, errorOf, onChange } = props;
  return (
    <>
      <TextField
        label={label}
        id={fieldId(`${at}.text`)}
        maxLength={maxLength}
        value={text}
        error={errorOf(`${at}.text`)}
        onChange={(next) => onChange({ text: next })}
      />
      <TextField
        label={reasonLabel}
        id={fieldId(`${at}.reason`)}
        maxLength={500}
        value={reason}
        error={errorOf(`${at}.reason`)}
        onChange={(next) => onChange({ reason: next })}
      />
    </>
  );
}
