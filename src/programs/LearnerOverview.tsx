import type { LearnerProgram } from '#contract/learners.ts';
import { shortDay } from '#src/ui/dates.ts';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import { enrolmentWordsOf } from './enrolments.ts';
import './progress.css';
import { isChosen } from './topics.ts';

/** How far somebody is, in figures. */
export function LearnerOverview({ of: learnerProgram }: { of: LearnerProgram }) {
  const { progress, learner } = learnerProgram;
  const chosen = learnerProgram.topics.filter(isChosen);
  const completed = chosen.filter((topic) => topic.state === 'completed');
  const latest = completed
    .flatMap(({ completedAt }) => (completedAt ? [completedAt] : []))
    .sort()
    .at(-1);
  return (
    <section className="card" aria-labelledby="progress">
      <h2 className="title-3" id="progress">
        Progress
      </h2>
      {progress.percent === null ? (
        <p className="text-2">
          {enrolmentWordsOf(learner.firstName)[learnerProgram.enrolment]} Nothing counts towards progress yet.
        </p>
      ) : (
        <>
          <div className="progress-figure">
            <span className="figure-large">{progress.percent} %</span>
            <span className="text-2">
              {progress.done} of {progress.total} steps
            </span>
          </div>
          <Rungs groups={rungsOf(chosen)} label={`Steps: ${progress.done} of ${progress.total} done`} />
          <p className="text-2 learner-sentence">
            {completed.length} of {chosen.length} chosen topics completed
            {latest && `, the last one on ${shortDay(latest)}`}.
          </p>
        </>
      )}
    </section>
  );
}
