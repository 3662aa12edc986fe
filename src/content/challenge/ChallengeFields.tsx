import { flushSync } from 'react-dom';
import type { Challenge } from '#contract/learning/challenges.ts';
import type { ErrorOf } from '#src/content/fields/EditableList.tsx';
import { fieldId } from '#src/forms/fieldIds.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { newFill, newQuiz, newScenario, newSort } from './editChallenges.ts';
import { FillEditor } from './FillEditor.tsx';
import { QuizEditor } from './QuizEditor.tsx';
import { ScenarioEditor } from './ScenarioEditor.tsx';
import { SortEditor } from './SortEditor.tsx';

interface ChallengeFieldsProps {
  challenge: Challenge | null;
  at: string;
  errorOf: ErrorOf;
  onChange: (challenge: Challenge | null) => void;
}

/** The editor of a step's challenge, or a choice of challenges. */
export function ChallengeFields({ challenge, at, errorOf, onChange }: ChallengeFieldsProps) {
  /** The pressed button is replaced by the editor of the challenge, or the other way round, so the focus moves there. */
  const replace = (next: Challenge | null) => {
    flushSync(() => onChange(next));
    const place = document.getElementById(fieldId(at));
    (next === null ? place?.querySelector('button') : place)?.focus();
  };
  const shared = { at, errorOf, onChange, onRemove: () => replace(null) };
  switch (challenge?.kind) {
    case 'quiz':
      return <QuizEditor challenge={challenge} {...shared} />;
    case 'scenario':
      return <ScenarioEditor challenge={challenge} {...shared} />;
    case 'sort':
      return <SortEditor challenge={challenge} {...shared} />;
    case 'fill':
      return <FillEditor challenge={challenge} {...shared} />;
    case undefined:
      return (
        <div className="stack" id={fieldId(at)} tabIndex={-1}>
          <div className="row row-wrap">
            <Button small onClick={() => replace(newQuiz())}>
              Add a quiz
            </Button>
            <Button small onClick={() => replace(newScenario())}>
              Add a scenario
            </Button>
            <Button small onClick={() => replace(newSort())}>
              Add cards to sort
            </Button>
            <Button small onClick={() => replace(newFill())}>
              Add sentences to fill in
            </Button>
          </div>
          <span className="small text-3">Without them, learners mark the challenge as done themselves.</span>
        </div>
      );
  }
}
