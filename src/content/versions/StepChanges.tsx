import { ArrowUpDown, FileText, Minus, Pencil, Plus } from 'lucide-react';
import type { ComparedVersion } from '#contract/learning/topicVersions.ts';
import { kindLabels, stepIcons } from '#src/programs/steps/steps.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { ComparedPart, Part } from './compareSteps.ts';

const labels: Record<ComparedPart['state'], string> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  unchanged: 'Unchanged',
};
const icons = { added: Plus, removed: Minus, changed: Pencil, moved: ArrowUpDown, unchanged: null };
const tones = { added: 'primary', removed: 'berry', changed: 'sky', moved: 'sky', unchanged: null } as const;

interface StepChangesProps {
  part: ComparedPart;
  from: ComparedVersion;
  to: ComparedVersion;
}

/** One step in both versions, side by side. */
export function StepChanges({ part, from, to }: StepChangesProps) {
  const { title, step, state, parts } = part;
  const Icon = step ? stepIcons[step.kind] : FileText;
  const StateIcon = icons[state];
  const tone = tones[state];
  return (
    <article className="version-step">
      <div className="version-step-head">
        <Icon className="icon" aria-hidden="true" />
        <h2 className="title-3">{title || 'Untitled step'}</h2>
        {step && (
          <span className="small text-3">
            {step.minutes ? `${kindLabels[step.kind]}, ${step.minutes} min` : kindLabels[step.kind]}
          </span>
        )}
        <Tag {...(tone && { tone })}>
          {StateIcon && <StateIcon className="icon icon-small" aria-hidden="true" />}
          {labels[state]}
        </Tag>
      </div>
      {parts.length > 0 && (
        <div className="version-sides">
          <Side version={from} parts={parts} side="from" isMissing={state === 'added'} />
          <Side version={to} parts={parts} side="to" isMissing={state === 'removed'} />
        </div>
      )}
    </article>
  );
}

interface SideProps {
  version: ComparedVersion;
  parts: readonly Part[];
  side: 'from' | 'to';
  isMissing: boolean;
}
function Side({ version: { n, publishedAt }, parts, side, isMissing }: SideProps) {
  const { shortDay } = useFormats();
  const Mark = side === 'from' ? 'del' : 'ins';
  return (
    <div>
      <p className="small text-3">
        {n === null || publishedAt === null ? 'Draft' : `Version ${n}, ${shortDay(publishedAt)}`}
      </p>
      {isMissing ? (
        <p className="text-3">Not in this version</p>
      ) : (
        <p className="version-text">
          {parts
            .filter((part) => part.side === 'both' || part.side === side)
            .map(({ text, side: of }, index) =>
              of === 'both' ? <span key={index}>{text}</span> : <Mark key={index}>{text}</Mark>,
            )}
        </p>
      )}
    </div>
  );
}
