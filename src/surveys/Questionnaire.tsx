import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { type Propensity, propensityItems, type Stage } from '#contract/learning/propensity.ts';
import { readinessVisibility } from '#contract/visibility.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useDraft } from '#src/forms/useDraft.ts';
import { ProgressSegments, type SegmentState } from '#src/ui/display/ProgressSegments.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useSavePropensityMutation } from '#store/propensity/propensityApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { type Answers, completed, isAnswered, isSkipped, noAnswers, QUESTIONS } from './answers.ts';
import { ANSWERS_DRAFT, readAnswersDraft } from './answersDraft.ts';
import { Question } from './Question.tsx';
import { useServerDraft } from './useServerDraft.ts';

interface QuestionnaireProps {
  /** What the server has stored; undefined while it is not known. */
  propensity: Propensity | undefined;
  onDone: () => void;
}

/** The 13 questions, one at a time. Answers survive a reload and a closed tab, and can be continued on another device. */
export function Questionnaire({ propensity, onDone }: QuestionnaireProps) {
  const [start] = useState<Answers>(propensity?.draft ?? noAnswers);
  const { value: answers, set, settle } = useDraft<Answers>(ANSWERS_DRAFT, start, readAnswersDraft);
  const server = useServerDraft(settle);
  const [hasMoved, setMoved] = useState(false);
  const [save, { isLoading, error }] = useSavePropensityMutation();
  const change = (next: Answers) => {
    if (next.at !== answers.at) setMoved(true);
    const changed = { ...next, submissionId: next.submissionId || nanoid() };
    set(changed);
    server.schedule(changed);
  };
  const user = useAppSelector(selectUser);
  const { at } = answers;
  const item = propensityItems[at];
  const answer = (value: number | Stage) =>
    change(
      item
        ? { ...answers, values: { ...answers.values, [item.key]: value as number } }
        : { ...answers, stage: value as Stage },
    );
  const submit = async () => {
    const complete = completed(answers);
    if (!complete) return change({ ...answers, at: firstUnanswered(answers) });
    await server.stopAndWait();
    if ('error' in (await save(complete))) return;
    settle(noAnswers);
    onDone();
  };
  const segments = Array.from({ length: QUESTIONS }, (_, index): SegmentState => {
    if (index === at) return 'now';
    return isAnswered(answers, index) && !isSkipped(answers, index) ? 'done' : 'open';
  });
  const places = Array.from(segments.keys());
  const skipped = places.filter((index) => isSkipped(answers, index)).length;
  const answered = places.filter((index) => isAnswered(answers, index)).length - skipped;
  return (
    <div className="content content-reading">
      <p className="overline">
        {user?.propensityScore === null ? 'Step 2 of 2. Readiness to grow' : 'Readiness to grow'}
      </p>
      {at === 0 && (
        <section className="card question-intro" aria-labelledby="question-intro">
          <h2 className="title-3" id="question-intro">
            Before you start
          </h2>
          <p className="text-2">
            Think of one change you would like to make in how you work. All 13 questions are about it, and
            take about 4 minutes. The result shows where to start.
          </p>
        </section>
      )}
      <div className="row question-progress">
        <div className="grow">
          <ProgressSegments
            groups={[segments]}
            label={
              skipped === 0
                ? `Questions: ${answered} of ${QUESTIONS} answered`
                : `Questions: ${answered} of ${QUESTIONS} answered, ${skipped} skipped`
            }
          />
        </div>
        <span className="small text-2 figures nowrap">
          {at + 1} of {QUESTIONS}
        </span>
      </div>
      {error && (
        <div className="question-error">
          <ErrorSummary>
            Your answers are not saved yet, but are kept in this browser.{' '}
            <ProblemText message={problemOf(error).message} />
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
          {propensity && readinessVisibility(propensity)} Your answers are never used for pay, hiring or
          access decisions.{' '}
          <span role="status">
            {server.hasFailed
              ? 'Your answers are kept in this browser, because the server cannot be reached.'
              : answered + skipped === 0
                ? 'Your answers are saved as you give them.'
                : 'Your answers so far are saved. You can continue on another device.'}
          </span>
        </Note>
      </div>
    </div>
  );
}

const firstUnanswered = (answers: Answers) =>
  Array.from({ length: QUESTIONS }, (_, index) => index).find((index) => !isAnswered(answers, index)) ?? 0;
