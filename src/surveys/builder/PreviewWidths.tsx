import { useId } from 'react';

const widths = { phone: 'Phone', desktop: 'Desktop' } as const;
/** The value is also the class of the frame. */
export type PreviewWidth = keyof typeof widths;

interface PreviewWidthsProps {
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
}

export function PreviewWidths({ width, onWidth }: PreviewWidthsProps) {
  const name = useId();
  return (
    <fieldset className="preview-widths">
      <legend className="visually-hidden">Width of the preview</legend>
      {Object.entries(widths).map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === width}
            onChange={() => onWidth(value as PreviewWidth)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
