import { useState } from 'react';
import { type Answer, type Answers, canContinue } from '#contract/surveys/answers.ts';
import { askedQuestions } from '#contract/surveys/branching.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ProgressSegments, type SegmentState } from '#src/ui/display/ProgressSegments.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { AnswerPage } from './AnswerPage.tsx';
import { QuestionStep } from './QuestionStep.tsx';

interface AnswerStepsProps {
  survey: Pick<Participation, 'surveyName' | 'mode' | 'questions' | 'raterGroup'>;
  answers: Answers;
  /** The question to open; null or an unknown one opens the first. */
  firstQuestion: string | null;
  /** Says where the answers are kept. */
  status: string;
  isSending: boolean;
  error: string | null;
  /** All questions are shown, one below the other. */
  isPage: boolean;
  onPage: (isPage: boolean) => void;
  onAnswer: (question: string, answer: Answer | undefined) => void;
  /** The person has moved to this question. */
  onMove: (question: string) => void;
  /** Every required question is answered. */
  onSubmit: () => void;
}

/** One question at a time, or all on a page. */
export function AnswerSteps(props: AnswerStepsProps) {
  const { survey, answers, firstQuestion, status, isSending, error, isPage } = props;
  const { onPage, onAnswer, onMove, onSubmit } = props;
  const { surveyName, mode } = survey;
  // A question with a condition depends on earlier ones only, so the place of this question does not change.
  const questions = askedQuestions(survey.questions, answers);
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ key }) => key === firstQuestion),
    ),
  );
  const [hasMoved, setMoved] = useState(false);
  // In the view with all questions, an answer can shorten the list, so the last step may no longer exist.
  const index = Math.min(place, questions.length - 1);
  const question = questions[index];
  if (!question) return null;
  const goTo = (next: number) => {
    const target = questions[next];
    if (!target) return;
    setPlace(next);
    setMoved(true);
    onMove(target.key);
  };
  const submit = () => {
    const open = questions.findIndex((one) => !canContinue(one, answers[one.key]));
    if (open >= 0) goTo(open);
    else onSubmit();
  };
  const segments = questions.map((one, at): SegmentState => {
    if (at === index && !isPage) return 'now';
    return answers[one.key] === undefined ? 'open' : 'done';
  });
  const isShownAsTheirs = survey.raterGroup === 'self' || survey.raterGroup === 'manager';
  const modeNote = isShownAsTheirs ? 'They are shown as yours in the report.' : modeNotes[mode];
  const answered = questions.filter(({ key }) => answers[key] !== undefined).length;
  const section = survey.questions.sections.find((one) => one.questions.includes(question))?.title;
  return (
    <>
      {isPage ? (
        <h1 className="title-1">{surveyName}</h1>
      ) : (
        <p className="overline">{section ? `${surveyName}: ${section}` : surveyName}</p>
      )}
      <div className="row question-progress">
        <div className="grow">
          <ProgressSegments
            groups={[segments]}
            small={questions.length > 15}
            label={`Questions: ${answered} of ${questions.length} answered`}
          />
        </div>
        <span className="small text-2 figures nowrap">
          {isPage ? `${answered} of ${questions.length} answered` : `${index + 1} of ${questions.length}`}
        </span>
      </div>
      {error !== null && (
        <div className="question-error">
          <ErrorSummary>
            Your answers are not submitted yet, but are kept. <ProblemText message={error} />
          </ErrorSummary>
        </div>
      )}
      {isPage ? (
        <AnswerPage
          sections={survey.questions.sections}
          questions={questions}
          answers={answers}
          isSending={isSending}
          onAnswer={(key, answer) => {
            onAnswer(key, answer);
            onMove(key);
          }}
          onSubmit={onSubmit}
        />
      ) : (
        <QuestionStep
          key={question.key}
          question={question}
          answer={answers[question.key]}
          isFirst={index === 0}
          isLast={index === questions.length - 1}
          isSending={isSending}
          takesFocus={hasMoved}
          onAnswer={(answer) => onAnswer(question.key, answer)}
          onBack={() => goTo(index - 1)}
          onNext={() => (index === questions.length - 1 ? submit() : goTo(index + 1))}
        />
      )}
      <div className="question-note">
        <Note lock>
          <span role="status">{status}</span> {modeNote}
        </Note>
        {questions.length > 1 && (
          <Button variant="link" onClick={() => onPage(!isPage)}>
            {isPage ? 'Show one question at a time' : 'Show all questions on one page'}
          </Button>
        )}
      </div>
    </>
  );
}

const modeNotes: Record<Participation['mode'], string> = {
  named: 'Your answers are shown with your name.',
  confidential: 'Results never show who gave an answer.',
  anonymous: 'They are sent without your account.',
};
