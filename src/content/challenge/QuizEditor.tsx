import { useId } from 'react';
import { AnswerFields } from '#src/content/fields/AnswerFields.tsx';
import { EditableList, type ErrorOf } from '#src/content/fields/EditableList.tsx';
import { LongTextField } from '#src/content/fields/LongTextField.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { type ChallengeEditorProps, ChallengeSection, type Of } from './ChallengeSection.tsx';
import { MAX_ITEMS, newOption, newQuestion, type QuizQuestion, withRight } from './editChallenges.ts';

/** The questions of a quiz, each with its answers and the reasons. */
export function QuizEditor(props: ChallengeEditorProps<Of<'quiz'>>) {
  const { challenge: quiz, at, errorOf, onChange } = props;
  const { questions } = quiz;
  const path = `${at}.questions`;
  return (
    <ChallengeSection {...props} name="Quiz" removeLabel="Remove quiz">
      <EditableList
        noun="question"
        items={questions}
        at={path}
        min={1}
        max={MAX_ITEMS}
        errorOf={errorOf}
        newItem={() => newQuestion(questions)}
        onChange={(next) => onChange({ ...quiz, questions: next })}
      >
        {(question, index, change) => (
          <QuestionFields
            question={question}
            number={index + 1}
            at={`${path}.${index}`}
            errorOf={errorOf}
            onChange={change}
          />
        )}
      </EditableList>
    </ChallengeSection>
  );
}

interface QuestionFieldsProps {
  question: QuizQuestion;
  number: number;
  at: string;
  errorOf: ErrorOf;
  onChange: (values: Partial<QuizQuestion>) => void;
}

function QuestionFields({ question, number, at, errorOf, onChange }: QuestionFieldsProps) {
  const name = useId();
  const { kind, options } = question;
  const isSingle = kind === 'single';
  return (
    <fieldset className="stack-3">
      <legend className="title-3">{`Question ${number}`}</legend>
      <LongTextField
        label="Question"
        at={`${at}.text`}
        rows={2}
        maxLength={500}
        value={question.text}
        errorOf={errorOf}
        onChange={(text) => onChange({ text })}
      />
      <div className="row">
        <SelectField
          label="Learners choose"
          options={[
            { value: 'single', label: 'One answer' },
            { value: 'multiple', label: 'All right answers' },
          ]}
          value={kind}
          onChange={(next) => onChange(withKind(question, next === 'multiple' ? 'multiple' : 'single'))}
        />
      </div>
      <EditableList
        noun="answer"
        items={options}
        at={`${at}.options`}
        min={2}
        max={MAX_ITEMS}
        errorOf={errorOf}
        newItem={() => newOption(options)}
        onChange={(next) => onChange({ options: next })}
      >
        {(option, index, change) => (
          <div className="quiz-option">
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={name}
              className={isSingle ? 'quiz-radio' : 'checkbox'}
              aria-label={`Answer ${index + 1} is right`}
              checked={option.isRight}
              onChange={(event) => onChange(withRight(question, option.key, event.currentTarget.checked))}
            />
            <div className="stack grow">
              <AnswerFields
                label={`Answer ${index + 1}`}
                text={option.text}
                reasonLabel={option.isRight ? 'Right, because' : 'Wrong, because'}
                reason={option.reason}
                at={`${at}.options.${index}`}
                errorOf={errorOf}
                onChange={change}
              />
            </div>
          </div>
        )}
      </EditableList>
    </fieldset>
  );
}

/** If one answer is correct, only the first correct answer stays correct. */
function withKind({ options }: QuizQuestion, kind: QuizQuestion['kind']): Partial<QuizQuestion> {
  if (kind === 'multiple') return { kind };
  const first = options.find(({ isRight }) => isRight);
  return { kind, options: options.map((option) => ({ ...option, isRight: option === first })) };
}
