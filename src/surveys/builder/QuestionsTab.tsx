import { Plus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { unreachableQuestions } from '#contract/surveys/branching.ts';
import { listQuestions, QUESTIONS_MAX, type Question, type Questions } from '#contract/surveys/questions.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { newKey } from '#src/forms/newKey.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import type { ErrorOf } from './builderErrors.ts';
import {
  addQuestion,
  moveQuestion,
  pathOf,
  positionOf,
  removeQuestion,
  replaceQuestion,
} from './builderForm.ts';
import { lintQuestion } from './lint.ts';
import type { PreviewWidth } from './PreviewWidths.tsx';
import { EDITOR_TITLE, QuestionEditor } from './QuestionEditor.tsx';
import { QuestionPreview } from './QuestionPreview.tsx';

interface QuestionsTabProps {
  /** Shown next to the question. */
  checks: ReactNode;
  questions: Questions;
  isFull: boolean;
  errorOf: ErrorOf;
  onChange: (questions: Questions) => void;
}

const deletionText = ({ text }: Question) =>
  text ? `“${text}” is deleted.` : 'The question without a text is deleted.';

/** The outline, the selected question and its preview. The selected question is in the address. */
export function QuestionsTab({ questions, checks, isFull, errorOf, onChange }: QuestionsTabProps) {
  const [params, setParams] = useSearchParams();
  const [announcement, setAnnouncement] = useState('');
  const [previewWidth, setPreviewWidth] = useState<PreviewWidth>('phone');
  /** The questions before and after an automatic fix, for Undo. Used until the questions are changed again. */
  const [beforeFix, setBeforeFix] = useState<{ before: Questions; after: Questions } | null>(null);
  /** In the same way, for Undo of a deletion. */
  const [deleted, setDeleted] = useState<{ question: Question; before: Questions; after: Questions } | null>(
    null,
  );
  const all = listQuestions(questions);
  const unreachable = unreachableQuestions(questions);
  const selected = all.find(({ key }) => key === params.get('question')) ?? all[0];
  /** The question that was added last. Its text is written next. */
  const [added, setAdded] = useState<string | null>(null);
  const select = (key: string) => setParams({ question: key }, { replace: true });
  const add = () => {
    const key = newKey();
    onChange(
      addQuestion(questions, {
        key,
        type: 'rating',
        text: '',
        required: true,
        points: 5,
        lowLabel: 'Disagree',
        highLabel: 'Agree',
      }),
    );
    setAdded(key);
    select(key);
  };
  const addSection = () =>
    onChange({
      ...questions,
      sections: [...questions.sections, { key: newKey(), title: 'New section', questions: [] }],
    });
  const removeSection = (key: string) =>
    onChange({ ...questions, sections: questions.sections.filter((section) => section.key !== key) });
  const duplicate = (question: Question) => {
    const key = newKey();
    onChange(addQuestion(questions, { ...question, key }, question.key));
    select(key);
  };
  const fix = (question: Question, texts: readonly string[]) => {
    const [text = question.text, second] = texts;
    const changed = replaceQuestion(questions, question.key, { ...question, text });
    const after =
      second === undefined
        ? changed
        : addQuestion(changed, { ...question, key: newKey(), text: second }, question.key);
    setBeforeFix({ before: questions, after });
    onChange(after);
  };
  const remove = (question: Question) => {
    const after = removeQuestion(questions, question.key);
    const position = positionOf(questions, question.key);
    // After a second press on the button, another question would be deleted.
    document.getElementById(EDITOR_TITLE)?.focus();
    const neighbour = all[position] ?? all[position - 2];
    if (neighbour) select(neighbour.key);
    setDeleted({ question, before: questions, after });
    onChange(after);
    setAnnouncement(deletionText(question));
  };
  const move = (question: Question, by: -1 | 1) => {
    const next = moveQuestion(questions, question.key, by);
    onChange(next);
    select(question.key);
    setAnnouncement(`Moved to ${positionOf(next, question.key)} of ${all.length}`);
  };
  const deletion = deleted?.after === questions && (
    <div className="note">
      <span className="grow">{deletionText(deleted.question)}</span>
      <Button
        small
        onClick={() => {
          // After the deletion of the only question, the editor appears with the restored one.
          flushSync(() => onChange(deleted.before));
          document.getElementById(EDITOR_TITLE)?.focus();
          select(deleted.question.key);
        }}
      >
        Undo
      </Button>
    </div>
  );
  return (
    <div className="build">
      <nav aria-label="Questions" className="build-outline">
        {questions.sections.map((section, index) => (
          <div key={section.key}>
            <TextField
              label={`Section ${index + 1}`}
              id={fieldId(`questions.sections.${index}.title`)}
              error={errorOf(`questions.sections.${index}.title`)}
              value={section.title}
              placeholder="Without a title"
              maxLength={120}
              onChange={(title) =>
                onChange({
                  ...questions,
                  sections: questions.sections.map((one) =>
                    one.key === section.key ? { ...one, title } : one,
                  ),
                })
              }
            />
            <ol>
              {section.questions.map((question) => (
                <li key={question.key}>
                  <button
                    type="button"
                    aria-current={question.key === selected?.key ? 'true' : undefined}
                    onClick={() => {
                      setAdded(null);
                      select(question.key);
                    }}
                  >
                    <span className="figures text-3">{positionOf(questions, question.key)}</span>
                    <span className="build-text">{question.text || 'Without a text'}</span>
                    {(lintQuestion(question).length > 0 || unreachable.includes(question.key)) && (
                      <TriangleAlert className="icon icon-small" aria-label="has problems" />
                    )}
                  </button>
                </li>
              ))}
            </ol>
            {section.questions.length === 0 && questions.sections.length > 1 && (
              <Button
                variant="plain"
                small
                aria-label={`Remove section ${index + 1}`}
                onClick={() => removeSection(section.key)}
              >
                Remove section
              </Button>
            )}
          </div>
        ))}
        <div className="row row-wrap">
          <Button
            small
            {...(listQuestions(questions).length === 0 && { variant: 'primary' })}
            onClick={add}
            missing={isFull ? `A survey has at most ${QUESTIONS_MAX} questions.` : null}
          >
            <Plus className="icon icon-small" aria-hidden="true" />
            Add question
          </Button>
          <Button
            small
            onClick={addSection}
            missing={questions.sections.length >= 10 ? 'A survey has at most 10 sections.' : null}
          >
            <Plus className="icon icon-small" aria-hidden="true" />
            Add section
          </Button>
        </div>
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </nav>
      {selected ? (
        <>
          <QuestionEditor
            question={selected}
            path={pathOf(questions, selected.key)}
            errorOf={errorOf}
            isNew={selected.key === added}
            earlier={all.slice(0, positionOf(questions, selected.key) - 1)}
            count={all.length}
            onChange={(next) => onChange(replaceQuestion(questions, selected.key, next))}
            onMove={(by) => move(selected, by)}
            onFix={(texts) => fix(selected, texts)}
            onUndo={beforeFix?.after === questions ? () => onChange(beforeFix.before) : null}
            onDuplicate={() => duplicate(selected)}
            onRemove={() => remove(selected)}
            notice={deletion}
          />
          <div className={previewWidth === 'desktop' ? 'build-side build-side-wide' : 'build-side'}>
            <QuestionPreview
              key={`${selected.key}${selected.type}`}
              question={selected}
              width={previewWidth}
              onWidth={setPreviewWidth}
            />
            {checks}
          </div>
        </>
      ) : (
        <div className="stack-4">
          {deletion}
          <EmptyState drawing="seed" title="No questions yet">
            Add a question to begin.
          </EmptyState>
        </div>
      )}
    </div>
  );
}
