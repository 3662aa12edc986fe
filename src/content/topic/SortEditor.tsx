import { Trash2 } from 'lucide-react';
import type { Challenge } from '#contract/learning/challenges.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { newCard, newGroup } from './editChallenges.ts';
import { fieldId } from './topicTexts.ts';

type Sort = Extract<Challenge, { kind: 'sort' }>;
type ErrorOf = (path: string) => string | null;

const MAX_GROUPS = 5;
const MAX_CARDS = 30;

interface SortEditorProps {
  sort: Sort;
  at: string;
  errorOf: ErrorOf;
  onChange: (sort: Sort) => void;
  onRemove: () => void;
}

/** Cards that learners sort into groups, each with the reason for its group. */
export function SortEditor({ sort, at, errorOf, onChange, onRemove }: SortEditorProps) {
  const { task, groups, cards, passAt } = sort;
  return (
    <section className="quiz-editor stack-4" aria-label="Cards to sort" id={fieldId(at)} tabIndex={-1}>
      <div className="row row-between">
        <h3 className="title-3">Cards to sort</h3>
        <Button variant="plain" small onClick={onRemove}>
          Remove cards
        </Button>
      </div>
      <div className="editor-narrow">
        <NumberField
          label="Pass mark in percent"
          id={fieldId(`${at}.passAt`)}
          max={100}
          value={passAt}
          error={errorOf(`${at}.passAt`)}
          onChange={(value) => onChange({ ...sort, passAt: Math.min(100, Math.max(1, value ?? 1)) })}
        />
      </div>
      <Field label="Task" id={fieldId(`${at}.task`)} error={errorOf(`${at}.task`)}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            maxLength={500}
            value={task}
            onChange={(event) => onChange({ ...sort, task: event.currentTarget.value })}
          />
        )}
      </Field>
      <Groups sort={sort} at={`${at}.groups`} errorOf={errorOf} onChange={onChange} />
      <ol className="stack-4" id={fieldId(`${at}.cards`)} tabIndex={-1}>
        {cards.map((card, index) => {
          const change = (next: Partial<typeof card>) =>
            onChange({ ...sort, cards: cards.map((one) => (one === card ? { ...one, ...next } : one)) });
          const path = `${at}.cards.${index}`;
          const number = index + 1;
          return (
            <li key={card.key} className="quiz-option">
              <div className="stack grow">
                <TextField
                  label={`Card ${number}`}
                  id={fieldId(`${path}.text`)}
                  maxLength={300}
                  value={card.text}
                  error={errorOf(`${path}.text`)}
                  onChange={(text) => change({ text })}
                />
                <SelectField
                  label={`Group of card ${number}`}
                  id={fieldId(`${path}.group`)}
                  error={errorOf(`${path}.group`)}
                  options={groups.map(({ key, text }, at) => ({
                    value: key,
                    label: text || `Group ${at + 1}`,
                  }))}
                  value={card.group}
                  onChange={(group) => change({ group })}
                />
                <TextField
                  label="It belongs there, because"
                  id={fieldId(`${path}.reason`)}
                  maxLength={500}
                  value={card.reason}
                  error={errorOf(`${path}.reason`)}
                  onChange={(reason) => change({ reason })}
                />
              </div>
              {cards.length > 2 && (
                <IconButton
                  label={`Remove card ${number}`}
                  small
                  onClick={() => onChange({ ...sort, cards: cards.filter((one) => one !== card) })}
                >
                  <Trash2 className="icon" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ol>
      {cards.length < MAX_CARDS && (
        <div className="row">
          <Button
            small
            onClick={() => onChange({ ...sort, cards: [...cards, newCard(cards, groups[0]?.key ?? 'g1')] })}
          >
            Add card
          </Button>
        </div>
      )}
    </section>
  );
}

function Groups({ sort, at, errorOf, onChange }: Omit<SortEditorProps, 'onRemove'>) {
  const { groups, cards } = sort;
  const remove = (key: string) => {
    const rest = groups.filter((group) => group.key !== key);
    // The cards of a removed group go to the first one.
    const group = rest[0]?.key ?? key;
    onChange({
      ...sort,
      groups: rest,
      cards: cards.map((card) => (card.group === key ? { ...card, group } : card)),
    });
  };
  return (
    <div className="stack-3" id={fieldId(at)} tabIndex={-1}>
      {groups.map((group, index) => (
        <div key={group.key} className="row">
          <div className="grow">
            <TextField
              label={`Group ${index + 1}`}
              id={fieldId(`${at}.${index}.text`)}
              maxLength={300}
              value={group.text}
              error={errorOf(`${at}.${index}.text`)}
              onChange={(text) =>
                onChange({ ...sort, groups: groups.map((one) => (one === group ? { ...one, text } : one)) })
              }
            />
          </div>
          {groups.length > 2 && (
            <IconButton label={`Remove group ${index + 1}`} small onClick={() => remove(group.key)}>
              <Trash2 className="icon" />
            </IconButton>
          )}
        </div>
      ))}
      {groups.length < MAX_GROUPS && (
        <div className="row">
          <Button small onClick={() => onChange({ ...sort, groups: [...groups, newGroup(groups)] })}>
            Add group
          </Button>
        </div>
      )}
    </div>
  );
}
