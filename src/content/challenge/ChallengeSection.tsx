import type { ReactNode } from 'react';
import type { Challenge } from '#contract/learning/challenges.ts';
import type { ErrorOf } from '#src/content/fields/EditableList.tsx';
import { fieldId } from '#src/forms/fieldIds.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';

export type Of<Kind extends Challenge['kind']> = Extract<Challenge, { kind: Kind }>;

export interface ChallengeEditorProps<Edited extends Challenge> {
  challenge: Edited;
  /** The path of the challenge in the topic. */
  at: string;
  errorOf: ErrorOf;
  onChange: (challenge: Edited) => void;
  onRemove: () => void;
}

interface ChallengeSectionProps<Edited extends Challenge> extends ChallengeEditorProps<Edited> {
  name: string;
  /** Replaces the name in the heading. */
  heading?: string;
  removeLabel: string;
  children: ReactNode;
}

/** The frame of each challenge editor: heading, pass mark, and the button that removes the challenge. */
export function ChallengeSection<Edited extends Challenge>(props: ChallengeSectionProps<Edited>) {
  const { challenge, name, heading = name, removeLabel, at, errorOf, onChange, onRemove, children } = props;
  const error = errorOf(at);
  return (
    <section className="challenge-editor stack-4" aria-label={name} id={fieldId(at)} tabIndex={-1}>
      <div className="row row-between">
        <h3 className="title-3">{heading}</h3>
        <Button variant="plain" small onClick={onRemove}>
          {removeLabel}
        </Button>
      </div>
      {error && <p className="field-error">{error}</p>}
      <div className="editor-narrow">
        <NumberField
          label="Pass mark in percent"
          id={fieldId(`${at}.passAt`)}
          max={100}
          value={challenge.passAt}
          error={errorOf(`${at}.passAt`)}
          onChange={(value) => onChange({ ...challenge, passAt: Math.min(100, Math.max(1, value ?? 1)) })}
        />
      </div>
      {children}
    </section>
  );
}
