import { fullName } from '#contract/people.ts';
import type { SurveyAction } from '#contract/surveys/actions.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import './results.css';

/** The actions that follow from a survey, for the people who were asked. */
export function WhatChanges({ actions }: { actions: readonly SurveyAction[] }) {
  return (
    <section className="survey-section" aria-labelledby="what-changes">
      <h2 className="title-2" id="what-changes">
        What changes because of this survey
      </h2>
      <ul className="survey-actions">
        {actions.map((action) => (
          <li key={action.actionId}>
            <ActionText action={action} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ActionText({ action }: { action: SurveyAction }) {
  const { shortDay } = useFormats();
  const { text, owner, dueOn, doneOn, outcome } = action;
  return (
    <div className="grow">
      <p className="strong">
        {text} {doneOn && <Tag tone="primary">Done</Tag>}
      </p>
      <p className="small text-2">
        {doneOn
          ? `${fullName(owner)}, done on ${shortDay(doneOn)}`
          : `${fullName(owner)}, by ${shortDay(dueOn)}`}
      </p>
      {outcome && <p className="pre-wrap">{outcome}</p>}
    </div>
  );
}
