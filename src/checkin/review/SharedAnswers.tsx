import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { VisibleAnswers } from '#contract/learning/checkInReview.ts';
import { LEFT_EMPTY, moodWords, ratingText, workloadWords } from '#src/checkin/checkInTexts.ts';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';
import { plural } from '#src/ui/text/plural.ts';

const titles: Record<keyof VisibleAnswers, string> = {
  question: 'Your question',
  mood: 'Mood',
  workload: 'Workload',
  objectives: 'Objectives',
  practice: 'Practice',
  win: 'Went well',
  blocker: 'In the way',
};
const order: (keyof VisibleAnswers)[] = [
  'question',
  'mood',
  'workload',
  'objectives',
  'practice',
  'win',
  'blocker',
];

/** The answers for this period next to the answers for the previous one. */
export function SharedAnswers({
  answers,
  previous,
}: {
  answers: VisibleAnswers;
  previous?: VisibleAnswers | null;
}) {
  return (
    <div>
      {previous && (
        <p className="shared-answers-head small text-3" aria-hidden="true">
          <span>This time</span>
          <span>Last time</span>
        </p>
      )}
      <dl className="shared-answers">
        {order.map((part) => (
          <div key={part}>
            <dt className="small text-3">{titles[part]}</dt>
            <dd>{shown(answers, part)}</dd>
            {previous && (
              <dd className="text-3">
                <span className="small last-time">Last time: </span>
                {shown(previous, part)}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Of an answer that is not shared, the viewer does not learn whether it is empty. */
const notShared = (
  <span className="text-3 not-shared">
    <Lock className="icon icon-small" aria-hidden="true" /> Not shared
  </span>
);
const leftEmpty = <span className="text-3">{LEFT_EMPTY}</span>;
const noNotes = <span className="text-3">No notes that you can read</span>;
const text = (value: string) =>
  value === '' ? (
    leftEmpty
  ) : (
    <p className="pre-wrap">
      <LinkifiedText text={value} />
    </p>
  );

function shown(answers: VisibleAnswers, part: keyof VisibleAnswers): ReactNode {
  const { mood, workload, objectives, practice, win, blocker, question } = answers;
  switch (part) {
    case 'mood':
      if (!mood) return notShared;
      return mood.value === null ? leftEmpty : ratingText(mood.value, moodWords);
    case 'workload':
      if (!workload) return notShared;
      return workload.value === null ? leftEmpty : ratingText(workload.value, workloadWords);
    case 'objectives':
      if (!objectives) return notShared;
      // Notes about objectives that the viewer cannot see are left out.
      return objectives.length === 0
        ? noNotes
        : objectives.map(({ objectiveId, title, text: note, value }) => (
            <div key={objectiveId}>
              <p className="small text-3">{title}</p>
              <p className="pre-wrap">
                {value !== null && <span className="strong figures">{value} </span>}
                {note}
              </p>
            </div>
          ));
    case 'practice':
      if (!practice) return notShared;
      if (practice.count === null && practice.text === '') return leftEmpty;
      return (
        <>
          {practice.count !== null && <p className="strong">{plural(practice.count, '# time', '# times')}</p>}
          {practice.text !== '' && text(practice.text)}
        </>
      );
    case 'question':
      if (!question) return <span className="text-3">No question, or not shared</span>;
      return (
        <>
          <p className="small text-3">{question.question}</p>
          {text(question.text)}
        </>
      );
    case 'win':
      return win ? text(win.text) : notShared;
    case 'blocker':
      return blocker ? text(blocker.text) : notShared;
  }
}
