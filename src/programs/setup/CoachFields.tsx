import { MAX_COACH_LEARNERS, type ProgramFields } from '#contract/learning/programSetup.ts';
import type { Participant } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePeopleShown } from '#src/app/usePerson.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { PersonField } from '#src/forms/PersonField.tsx';
import { selectPersonById } from '#store/people/directory.ts';
import { ChosenPeople } from './ChosenPeople.tsx';
import { fieldId } from './wizardTexts.ts';

type CoachSettings = Pick<ProgramFields, 'coachIds' | 'coachLimit'>;

interface CoachFieldsProps {
  doc: CoachSettings;
  known: readonly Participant[];
  onChange: (settings: Partial<CoachSettings>) => void;
}

/** The coaches among whom learners are divided, and how many learners each can have. */
export function CoachFields({ doc, known, onChange }: CoachFieldsProps) {
  const { coachIds, coachLimit } = doc;
  const added = useAppSelector(
    (state) => coachIds.map((userId) => selectPersonById(state, userId)),
    (a, b) => a.length === b.length && a.every((one, index) => one === b[index]),
  );
  const people = coachIds.flatMap(
    (userId, index) => known.find((one) => one.userId === userId) ?? added[index] ?? [],
  );
  usePeopleShown(coachIds.filter((userId) => !people.some((person) => person.userId === userId)));
  return (
    <div id={fieldId('coachIds')} tabIndex={-1} className="stack-3">
      <PersonField
        label="Add a coach"
        help="Learners are divided evenly among the coaches. No one coaches themselves."
        value={null}
        without={coachIds}
        onChange={(userId) => userId !== null && onChange({ coachIds: [...coachIds, userId] })}
      />
      <ChosenPeople
        label="Coaches"
        people={people}
        onRemove={(userId) => onChange({ coachIds: coachIds.filter((one) => one !== userId) })}
      />
      {coachIds.length > 0 && (
        <NumberField
          label="Maximum number of learners per coach (optional)"
          id={fieldId('coachLimit')}
          max={MAX_COACH_LEARNERS}
          value={coachLimit}
          onChange={(limit) => onChange({ coachLimit: limit ? Math.min(MAX_COACH_LEARNERS, limit) : null })}
        />
      )}
    </div>
  );
}
