import { useState } from 'react';
import { propensityItems, type Stage } from '#contract/propensity.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Note } from '#src/ui/Note.tsx';
import { type RungState, Rungs } from '#src/ui/Rungs.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useSavePropensityMutation } from '#store/propensity/propensityApi.ts';
import { type Answers, completed, isAnswered, noAnswers, QUESTIONS } from './answers.ts';
import { keep, readKept } from './keptAnswers.ts';
import { Question } from './Question.tsx';

interface QuestionnaireProps {
  userId: number;
  onDone: () => void;
}

/** The 13 questions, one at a time; what is answered stays over a reload. */
export function Questionnaire({ userId, onDone }: QuestionnaireProps) {
  const [answers, setAnswers] = useState<Answers>(() => readKept(userId) ?? noAnswers);
  const [hasMoved, setMoved] = useState(false);
  const [save, { isLoading, error }] = useSavePropensityMutation();
  const change = (next: Answers) => {
    if (next.at !== answers.at) setMoved(true);
    setAnswers(next);
    keep(userId, next);
  };
  const { at } = answers;
  const item = propensityItems[at];
  const answer = (value: number | Stage) =>
    change(
      item
        ? { ...answers, values: { ...answers.values, [item.key]: value as number } }
        : { ...answers, stage: value as Stage },
    );
  const submit = async () => {
    const whole = completed(answers);
    if (!whole) return change({ ...answers, at: firstOpen(answers) });
    if ('error' in (await save(whole))) return;
    keep(userId, null);
    onDone();
  };
  const rungs = Array.from({ length: QUESTIONS }, (_, index): RungState => {
    if (index === at) return 'now';
    return isAnswered(answers, index) ? 'done' : 'open';
  });
  const answered = rungs.filter((_, index) => isAnswered(answers, index)).length;
  return (
    <div className="content content-reading">
      <p className="overline">Readiness to grow</p>
      <div className="row question-place">
        <div className="grow">
          <Rungs groups={[rungs]} label={`Questions: ${answered} of ${QUESTIONS} answered`} />
        </div>
        <span className="small text-2 figures nowrap">
          {at + 1} of {QUESTIONS}
        </span>
      </div>
      {error && (
        <div className="question-trouble">
          <ErrorSummary>
            Your answers are not saved yet, and still here. {problemOf(error).message}
          </ErrorSummary>
        </div>
      )}
      <Question
        key={at}
        answers={answers}
        isSaving={isLoading}
        takesFocus={hasMoved}
        onAnswer={answer}
        onSkip={() =>
          item && change({ ...answers, values: { ...answers.values, [item.key]: null }, at: at + 1 })
        }
        onBack={() => change({ ...answers, at: Math.max(at - 1, 0) })}
        onNext={() => (at === QUESTIONS - 1 ? void submit() : change({ ...answers, at: at + 1 }))}
      />
      <div className="question-note">
        <Note lock>
          You see the result. Your manager never sees it, and it plays no part in pay, selection or access.
          Your answers stay in this tab until you send them.
        </Note>
      </div>
    </div>
  );
}

const firstOpen = (answers: Answers) =>
  Array.from({ length: QUESTIONS }, (_, index) => index).find((index) => !isAnswered(answers, index)) ?? 0;
