import { useState } from 'react';
import { TextField } from '#src/ui/controls/Field.tsx';

interface NumberFieldProps {
  label: string;
  id?: string;
  max: number;
  value: number | null;
  error?: string | null;
  onChange: (value: number | null) => void;
}

/** A field for a whole number. It can be empty while it has the focus, also if the form then uses its smallest value. */
export function NumberField({ label, id, max, value, error, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      {...(id && { id })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(max).length}
      value={typed ?? (value === null ? '' : String(value))}
      error={error}
      onChange={(text) => {
        const digits = text.replace(/\D/g, '');
        setTyped(digits);
        onChange(digits === '' ? null : Number(digits));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
