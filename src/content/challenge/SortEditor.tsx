import { AnswerFields } from '#src/content/fields/AnswerFields.tsx';
import { EditableList } from '#src/content/fields/EditableList.tsx';
import { LongTextField } from '#src/content/fields/LongTextField.tsx';
import { fieldId } from '#src/forms/fieldIds.ts';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { type ChallengeEditorProps, ChallengeSection, type Of } from './ChallengeSection.tsx';
import { MAX_ITEMS, newCard, newGroup } from './editChallenges.ts';

const MAX_GROUPS = 5;

/** Cards that learners sort into groups, each with the reason for its group. */
export function SortEditor(props: ChallengeEditorProps<Of<'sort'>>) {
  const { challenge: sort, at, errorOf, onChange } = props;
  const { task, groups, cards } = sort;
  const groupOptions = groups.map(({ key, text }, index) => ({
    value: key,
    label: text || `Group ${index + 1}`,
  }));
  const removeGroup = ({ key }: { key: string }) => {
    const rest = groups.filter((group) => group.key !== key);
    // The cards of a removed group move to the first group.
    const group = rest[0]?.key ?? key;
    onChange({
      ...sort,
      groups: rest,
      cards: cards.map((card) => (card.group === key ? { ...card, group } : card)),
    });
  };
  return (
    <ChallengeSection {...props} name="Cards to sort" removeLabel="Remove cards">
      <LongTextField
        label="Task"
        at={`${at}.task`}
        rows={2}
        maxLength={500}
        value={task}
        errorOf={errorOf}
        onChange={(next) => onChange({ ...sort, task: next })}
      />
      <EditableList
        noun="group"
        items={groups}
        at={`${at}.groups`}
        min={2}
        max={MAX_GROUPS}
        errorOf={errorOf}
        newItem={() => newGroup(groups)}
        onChange={(next) => onChange({ ...sort, groups: next })}
        onRemove={removeGroup}
      >
        {(group, index, change) => (
          <TextField
            label={`Group ${index + 1}`}
            id={fieldId(`${at}.groups.${index}.text`)}
            maxLength={300}
            value={group.text}
            error={errorOf(`${at}.groups.${index}.text`)}
            onChange={(text) => change({ text })}
          />
        )}
      </EditableList>
      <EditableList
        noun="card"
        items={cards}
        at={`${at}.cards`}
        min={2}
        max={MAX_ITEMS}
        errorOf={errorOf}
        newItem={() => newCard(cards, groups[0]?.key ?? 'g1')}
        onChange={(next) => onChange({ ...sort, cards: next })}
      >
        {(card, index, change) => (
          <div className="stack">
            <AnswerFields
              label={`Card ${index + 1}`}
              text={card.text}
              reasonLabel="It belongs there, because"
              reason={card.reason}
              at={`${at}.cards.${index}`}
              errorOf={errorOf}
              onChange={change}
            />
            <SelectField
              label={`Group of card ${index + 1}`}
              id={fieldId(`${at}.cards.${index}.group`)}
              error={errorOf(`${at}.cards.${index}.group`)}
              options={groupOptions}
              value={card.group}
              onChange={(group) => change({ group })}
            />
          </div>
        )}
      </EditableList>
    </ChallengeSection>
  );
}
