import {
  MAX_PLANNED_SESSIONS,
  MAX_SESSION_DAYS,
  type ProgramFields,
} from '#contract/learning/programSetup.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { useGetProgramOptionsQuery } from '#store/programs/setupApi.ts';
import { everyText } from './everyText.ts';
import type { ProgramForm } from './useProgramDocument.ts';
import { fieldId } from './wizardTexts.ts';

type Plan = NonNullable<ProgramFields['coachingPlan']>;
const START: Plan = { sessions: 4, everyDays: 14 };

/** The coaching plan of each learner, and the surveys that learners get. */
export function SessionsStep({ form }: { form: ProgramForm }) {
  const { doc, change } = form;
  return (
    <div className="stack-6">
      <section className="stack-4">
        <h2 className="title-2">Coaching sessions</h2>
        <CoachingPlanFields
          plan={doc.coachingPlan}
          onChange={(coachingPlan) => change({ ...doc, coachingPlan })}
        />
        <p className="small text-3">
          Learners meet their coach, or their manager if they have none. With a plan, they are reminded when
          the next session is due and none is booked, at most once a week.
        </p>
      </section>
      <SurveyFields form={form} />
    </div>
  );
}

const MOMENTS = [
  { name: 'surveyBeforeId', label: 'Survey before', help: 'Sent when a learner has joined.' },
  { name: 'surveyAfterId', label: 'Survey after', help: 'Sent when a learner has completed the program.' },
] as const;

function SurveyFields({ form: { doc, saved, change } }: { form: ProgramForm }) {
  const { data } = useGetProgramOptionsQuery({ programId: saved.programId });
  const names = new Map(
    [...saved.surveys, ...(data?.surveys ?? [])].map(({ surveyId, surveyName }) => [surveyId, surveyName]),
  );
  const options = [
    { value: '', label: 'No survey' },
    ...[...names].map(([value, label]) => ({ value, label })),
  ];
  return (
    <section className="stack-4">
      <h2 className="title-2">Surveys</h2>
      <div className="wizard-pair">
        {MOMENTS.map(({ name, label, help }) => (
          <SelectField
            key={name}
            label={label}
            id={fieldId(name)}
            help={help}
            options={options}
            value={doc[name] ?? ''}
            onChange={(surveyId) => change({ ...doc, [name]: surveyId || null })}
          />
        ))}
      </div>
      <p className="small text-3">
        {names.size === 0
          ? 'Surveys that the owner of the program has written and left as drafts can be chosen here.'
          : 'The owner’s drafts with questions that are not anonymous. They open at the launch, for learners only. Choose the same one twice to compare the answers: the second is a copy.'}
      </p>
    </section>
  );
}

interface CoachingPlanFieldsProps {
  plan: ProgramFields['coachingPlan'];
  onChange: (plan: ProgramFields['coachingPlan']) => void;
}

/** How many coaching sessions each learner has, and how far apart they are. */
export function CoachingPlanFields({ plan, onChange }: CoachingPlanFieldsProps) {
  const every = [7, 14, 21, 28, 42, 56, 84];
  const options = (plan && !every.includes(plan.everyDays) ? [...every, plan.everyDays] : every)
    .filter((days) => days <= MAX_SESSION_DAYS)
    .toSorted((a, b) => a - b)
    .map((days) => ({ value: String(days), label: everyText(days) }));
  return (
    <div className="stack-4">
      <label className="row">
        <input
          type="checkbox"
          className="checkbox"
          id={fieldId('coachingPlan')}
          checked={plan !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? START : null)}
        />
        Plan coaching sessions
      </label>
      {plan && (
        <div className="wizard-pair">
          <NumberField
            label="Sessions of each learner"
            max={MAX_PLANNED_SESSIONS}
            value={plan.sessions}
            onChange={(sessions) =>
              onChange({ ...plan, sessions: Math.min(MAX_PLANNED_SESSIONS, Math.max(1, sessions ?? 1)) })
            }
          />
          <SelectField
            label="Rhythm"
            options={options}
            value={String(plan.everyDays)}
            onChange={(days) => onChange({ ...plan, everyDays: Number(days) })}
          />
        </div>
      )}
    </div>
  );
}
