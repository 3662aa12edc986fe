import { TextField } from '#src/ui/controls/Field.tsx';

interface NumberFieldProps {
  label: string;
  id?: string;
  max: number;
  value: number | null;
  error?: string | null;
  onChange: (value: number | null) => void;
}

/** A field for a whole number, which can be empty. */
export const NumberField = ({ label, id, max, value, error, onChange }: NumberFieldProps) => (
  <TextField
    label={label}
    {...(id && { id })}
    inputMode="numeric"
    autoComplete="off"
    maxLength={String(max).length}
    value={value === null ? '' : String(value)}
    error={error}
    onChange={(text) => {
      const digits = text.replace(/\D/g, '');
      onChange(digits === '' ? null : Number(digits));
    }}
  />
);
