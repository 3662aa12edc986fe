import { ArrowDown, ArrowUp, Copy, Trash2, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import {
  isDeclinable,
  OPTIONS_MAX,
  QUESTION_MAX_LENGTH,
  type Question,
  type QuestionType,
} from '#contract/surveys/questions.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { CANNOT_JUDGE_TEXT } from '#src/surveys/surveyTexts.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { singleClick } from '#src/ui/controls/singleClick.ts';
import type { ErrorOf } from './builderErrors.ts';
import { typeLabels, withType } from './builderForm.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { LintedText } from './LintedText.tsx';
import { lintQuestion } from './lint.ts';
import { OptionFields } from './OptionFields.tsx';

interface QuestionEditorProps {
  question: Question;
  /** The path of the question in the form. */
  path: string;
  errorOf: ErrorOf;
  /** Whether the question was just added. Its text field then has the focus. */
  isNew: boolean;
  /** The questions before this one. */
  earlier: readonly Question[];
  count: number;
  onChange: (question: Question) => void;
  onMove: (by: -1 | 1) => void;
  /** Replaces the text of the question; a second text becomes a question after it. */
  onFix: (texts: readonly string[]) => void;
  /** Undoes the last fix; null if there is none. */
  onUndo: (() => void) | null;
  onDuplicate: () => void;
  onRemove: () => void;
  /** What happened to another question. */
  notice: ReactNode;
}

export const EDITOR_TITLE = 'edited';

/** One question of a draft. Alt with the arrow keys moves it from its text field. */
export function QuestionEditor(props: QuestionEditorProps) {
  const {
    question,
    path,
    errorOf,
    isNew,
    earlier,
    count,
    onChange,
    onMove,
    onFix,
    onUndo,
    onDuplicate,
    onRemove,
    notice,
  } = props;
  const position = earlier.length + 1;
  const problems = lintQuestion(question);
  const editor = useRef<HTMLElement>(null);
  const text = fieldId(`${path}.text`);
  const { key } = question;
  /** The first question of a survey is also selected by adding it. */
  const shown = useRef(isNew ? null : key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (isNew) document.getElementById(text)?.focus();
    // On a phone the editor is below the outline. The new address scrolls the page to its start first.
    const frame = requestAnimationFrame(() => editor.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [key, isNew, text]);
  const moveByKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <section ref={editor} className="card stack-4 question-editor" aria-labelledby={EDITOR_TITLE}>
      {notice}
      <div className="row row-between">
        <h2 className="title-3" id={EDITOR_TITLE} tabIndex={-1}>
          {`Question ${position}`}
        </h2>
        <div className="row">
          <IconButton label="Move up" small disabled={position === 1} onClick={() => onMove(-1)}>
            <ArrowUp className="icon" />
          </IconButton>
          <IconButton label="Move down" small disabled={position === count} onClick={() => onMove(1)}>
            <ArrowDown className="icon" />
          </IconButton>
          <IconButton label="Duplicate question" small onClick={onDuplicate}>
            <Copy className="icon" />
          </IconButton>
          <IconButton label="Delete question" small onClick={singleClick(onRemove)}>
            <Trash2 className="icon" />
          </IconButton>
        </div>
      </div>
      <Field label="Text" id={text} error={errorOf(`${path}.text`)}>
        {(control) => (
          <LintedText
            {...control}
            problems={problems}
            onKeyDown={moveByKey}
            maxLength={QUESTION_MAX_LENGTH}
            value={question.text}
            onChange={({ currentTarget: { value } }) => onChange({ ...question, text: value })}
          />
        )}
      </Field>
      {problems.length > 0 && (
        <ul className="lints" aria-label="Problems with this question">
          {problems.map(({ kind, title, advice, fix }) => (
            <li key={kind} className={fix ? 'lint-with-fix' : undefined}>
              <TriangleAlert className="icon lint-icon" aria-hidden="true" />
              <div>
                <p className="strong">{title}</p>
                <p className="small text-2">{advice}</p>
              </div>
              {fix && (
                <Button small onClick={() => onFix(fix.texts)}>
                  {fix.label}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {onUndo && (
        <p className="row">
          <span className="small text-2">The text was changed.</span>
          <Button variant="plain" small onClick={onUndo}>
            Undo
          </Button>
        </p>
      )}
      <SelectField
        label="Type"
        value={question.type}
        onChange={(type) => onChange(withType(question, type as QuestionType))}
        options={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
      />
      <TypeFields question={question} path={path} errorOf={errorOf} onChange={onChange} />
      <label className="row">
        <input
          type="checkbox"
          checked={question.required}
          onChange={({ currentTarget: { checked } }) => onChange({ ...question, required: checked })}
        />
        Answer required
      </label>
      {isDeclinable(question.type) && (
        <label className="row">
          <input
            type="checkbox"
            checked={question.mayDecline === true}
            onChange={({ currentTarget: { checked } }) => onChange({ ...question, mayDecline: checked })}
          />
          Offer “{CANNOT_JUDGE_TEXT}”
        </label>
      )}
      <ConditionFields
        question={question}
        path={path}
        errorOf={errorOf}
        earlier={earlier}
        onChange={onChange}
      />
    </section>
  );
}

type TypeFieldsProps = Pick<QuestionEditorProps, 'question' | 'path' | 'errorOf' | 'onChange'>;

function TypeFields({ question, path, errorOf, onChange }: TypeFieldsProps) {
  if (question.type === 'rating')
    return (
      <>
        <SelectField
          label="Scale"
          value={String(question.points)}
          onChange={(points) => onChange({ ...question, points: points === '7' ? 7 : 5 })}
          options={[
            { value: '5', label: '5 points' },
            { value: '7', label: '7 points' },
          ]}
        />
        <div className="field-columns">
          <TextField
            label="Lowest"
            id={fieldId(`${path}.lowLabel`)}
            error={errorOf(`${path}.lowLabel`)}
            value={question.lowLabel}
            maxLength={120}
            onChange={(lowLabel) => onChange({ ...question, lowLabel })}
          />
          <TextField
            label="Highest"
            id={fieldId(`${path}.highLabel`)}
            error={errorOf(`${path}.highLabel`)}
            value={question.highLabel}
            maxLength={120}
            onChange={(highLabel) => onChange({ ...question, highLabel })}
          />
        </div>
      </>
    );
  if (question.type === 'matrix')
    return (
      <>
        <OptionFields
          noun="Row"
          path={`${path}.rows`}
          errorOf={errorOf}
          options={question.rows}
          min={1}
          max={12}
          onChange={(rows) => onChange({ ...question, rows })}
        />
        <OptionFields
          noun="Option"
          path={`${path}.options`}
          errorOf={errorOf}
          options={question.options}
          min={2}
          max={7}
          onChange={(options) => onChange({ ...question, options })}
        />
      </>
    );
  if ('options' in question)
    return (
      <OptionFields
        noun="Option"
        path={`${path}.options`}
        errorOf={errorOf}
        options={question.options}
        min={2}
        max={OPTIONS_MAX}
        onChange={(options) => onChange({ ...question, options })}
      />
    );
  return null;
}
