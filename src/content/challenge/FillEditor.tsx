import { FILL_MAX_LENGTH } from '#contract/learning/fillIn.ts';
import { AnswerFields } from '#src/content/fields/AnswerFields.tsx';
import { EditableList, type ErrorOf } from '#src/content/fields/EditableList.tsx';
import { LongTextField } from '#src/content/fields/LongTextField.tsx';
import { fieldId } from '#src/forms/fieldIds.ts';
import { TextField } from '#src/ui/controls/Field.tsx';
import { type ChallengeEditorProps, ChallengeSection, type Of } from './ChallengeSection.tsx';
import { freeKey, type Gap, MAX_ITEMS, newGap } from './editChallenges.ts';

/** Sentences with a blank, the answers that are accepted, and the reasons. */
export function FillEditor(props: ChallengeEditorProps<Of<'fill'>>) {
  const { challenge: fill, at, errorOf, onChange } = props;
  const { task, gaps } = fill;
  return (
    <ChallengeSection {...props} name="Sentences to fill in" removeLabel="Remove sentences">
      <LongTextField
        label="Task"
        at={`${at}.task`}
        rows={2}
        maxLength={500}
        value={task}
        errorOf={errorOf}
        onChange={(next) => onChange({ ...fill, task: next })}
      />
      <EditableList
        noun="sentence"
        items={gaps}
        at={`${at}.gaps`}
        min={1}
        max={MAX_ITEMS}
        errorOf={errorOf}
        newItem={() => newGap(gaps)}
        onChange={(next) => onChange({ ...fill, gaps: next })}
      >
        {(gap, index, change) => (
          <GapFields
            gap={gap}
            number={index + 1}
            at={`${at}.gaps.${index}`}
            errorOf={errorOf}
            onChange={change}
          />
        )}
      </EditableList>
    </ChallengeSection>
  );
}

interface GapFieldsProps {
  gap: Gap;
  number: number;
  at: string;
  errorOf: ErrorOf;
  onChange: (values: Partial<Gap>) => void;
}

function GapFields({ gap, number, at, errorOf, onChange }: GapFieldsProps) {
  const { accepted, mistakes } = gap;
  const answers = [...accepted, ...mistakes];
  const field = (name: string) => ({
    id: fieldId(`${at}.${name}`),
    error: errorOf(`${at}.${name}`),
    maxLength: 500,
  });
  return (
    <fieldset className="stack-3">
      <legend className="title-3">{`Sentence ${number}`}</legend>
      <LongTextField
        label="Sentence"
        help="Write ___ where learners fill in a word."
        at={`${at}.text`}
        rows={2}
        maxLength={500}
        value={gap.text}
        errorOf={errorOf}
        onChange={(text) => onChange({ text })}
      />
      <EditableList
        noun="accepted answer"
        items={accepted}
        at={`${at}.accepted`}
        min={1}
        max={MAX_ITEMS}
        errorOf={errorOf}
        newItem={() => ({ key: freeKey('a', answers), text: '' })}
        onChange={(next) => onChange({ accepted: next })}
      >
        {(answer, index, change) => (
          <TextField
            label={`Accepted answer ${index + 1}`}
            help={index === 0 ? 'Shown as the right answer. Case and accents do not matter.' : undefined}
            id={fieldId(`${at}.accepted.${index}.text`)}
            error={errorOf(`${at}.accepted.${index}.text`)}
            maxLength={FILL_MAX_LENGTH}
            value={answer.text}
            onChange={(text) => change({ text })}
          />
        )}
      </EditableList>
      <TextField
        label="Right, because"
        {...field('reason')}
        value={gap.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <EditableList
        noun="wrong answer"
        items={mistakes}
        at={`${at}.mistakes`}
        min={0}
        max={MAX_ITEMS}
        errorOf={errorOf}
        newItem={() => ({ key: freeKey('a', answers), text: '', reason: '' })}
        onChange={(next) => onChange({ mistakes: next })}
      >
        {(mistake, index, change) => (
          <div className="stack">
            <AnswerFields
              label={`Wrong answer ${index + 1}`}
              text={mistake.text}
              reasonLabel="Wrong, because"
              reason={mistake.reason}
              at={`${at}.mistakes.${index}`}
              maxLength={FILL_MAX_LENGTH}
              errorOf={errorOf}
              onChange={change}
            />
          </div>
        )}
      </EditableList>
      <TextField
        label="Any other answer is wrong, because"
        {...field('otherwise')}
        value={gap.otherwise}
        onChange={(otherwise) => onChange({ otherwise })}
      />
    </fieldset>
  );
}
