import { formatNumber } from '#src/ui/text/locale.ts';

interface FiguresProps {
  label: string;
  figures: readonly { name: string; value: number; note: string }[];
}

/** Figures in a row, each with its label. */
export const Figures = ({ label, figures }: FiguresProps) => (
  <dl className="card import-figures" aria-label={label}>
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt className="text-2">{name}</dt>
        <dd>
          <span className="import-figure">{formatNumber(value)}</span>
          <span className="small text-2">{note}</span>
        </dd>
      </div>
    ))}
  </dl>
);
