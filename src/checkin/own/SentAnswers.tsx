import type { CheckIn, CheckInPart } from '#contract/learning/checkIns.ts';
import {
  LEFT_EMPTY,
  moodWords,
  type PossibleReaders,
  partTitles,
  ratingText,
  readerOptions,
  workloadWords,
} from '#src/checkin/checkInTexts.ts';
import { plural } from '#src/ui/text/plural.ts';
import { answeredParts } from './formAnswers.ts';

/** The sent answers, and who can read each. */
export function SentAnswers({ checkIn, readers }: { checkIn: CheckIn; readers?: PossibleReaders }) {
  const { answers } = checkIn;
  if (!answers) return <p className="text-2">{nothingText(checkIn)}</p>;
  return (
    <dl className="sent-answers">
      {answeredParts(answers).map((part) => (
        <div key={part}>
          <dt>
            {partTitleOf(checkIn, part)}
            {readers && (
              <span className="small text-3">
                {readerOptions(readers).find(({ value }) => value === answers[part]?.readers)?.label ??
                  (answers[part]?.readers === 'only-me' ? 'Only you' : 'Shared')}
              </span>
            )}
          </dt>
          <dd>
            <AnswerText checkIn={checkIn} part={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The manager's question with the person who asks it. */
export const questionTitle = ({ by, text }: NonNullable<CheckIn['question']>) =>
  by ? `${by.firstName} asks: ${text}` : text;

export const partTitleOf = ({ question }: Pick<CheckIn, 'question'>, part: CheckInPart) =>
  part === 'question' && question ? questionTitle(question) : partTitles[part];

const nothingText = ({ state }: CheckIn) =>
  state === 'skipped' ? 'You skipped this check-in.' : 'You did not send this check-in.';

/** One answer as its author reads it. */
export function AnswerText({ checkIn, part }: { checkIn: CheckIn; part: CheckInPart }) {
  const { answers, objectives } = checkIn;
  if (!answers) return part === 'mood' ? <p className="text-3">{nothingText(checkIn)}</p> : null;
  if (part === 'question' && !checkIn.question) return null;
  if (!answeredParts(answers).includes(part)) return <p className="text-3">{LEFT_EMPTY}</p>;
  switch (part) {
    case 'mood':
      return <p className="strong">{ratingText(answers.mood.value ?? 0, moodWords)}</p>;
    case 'workload':
      return <p className="strong">{ratingText(answers.workload.value ?? 0, workloadWords)}</p>;
    case 'practice':
      return (
        <>
          {answers.practice.count !== null && (
            <p className="strong">{plural(answers.practice.count, '# time', '# times')}</p>
          )}
          <p className="pre-wrap">{answers.practice.text}</p>
        </>
      );
    case 'objectives':
      return answers.objectives.notes.map(({ objectiveId, text, value }) => {
        const objective = objectives.find((one) => one.objectiveId === objectiveId);
        return (
          <div key={objectiveId}>
            <p className="small text-3">{objective?.title ?? 'An objective'}</p>
            <p className="pre-wrap">
              {value !== null && <span className="strong figures">{value} </span>}
              {text}
            </p>
          </div>
        );
      });
    case 'question':
      return <p className="pre-wrap">{answers.question?.text}</p>;
    case 'win':
    case 'blocker':
      return <p className="pre-wrap">{answers[part].text}</p>;
  }
}
