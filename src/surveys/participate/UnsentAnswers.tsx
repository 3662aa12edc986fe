import type { Answers } from '#contract/surveys/answers.ts';
import { listQuestions, type Questions } from '#contract/surveys/questions.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { answerText } from './answerText.ts';

interface UnsentAnswersProps {
  questions: Questions;
  answers: Answers;
}

/** The answers that a person had entered and not submitted when the survey was closed, so that they can copy their texts. */
export function UnsentAnswers({ questions, answers }: UnsentAnswersProps) {
  const answered = listQuestions(questions).flatMap((question) => {
    const answer = answers[question.key];
    return answer === undefined ? [] : [{ question, answer }];
  });
  if (answered.length === 0) return null;
  return (
    <Disclosure className="unsent-answers" summary="Show the answers that were not submitted">
      <dl>
        {answered.map(({ question, answer }) => (
          <div key={question.key}>
            <dt className="text-2">{question.text}</dt>
            <dd className="pre-wrap">{answerText(question, answer)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
