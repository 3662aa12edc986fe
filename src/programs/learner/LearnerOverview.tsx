import type { LearnerProgram } from '#contract/learning/learners.ts';
import { enrolmentSentences } from '#src/programs/enrolment/enrolmentLabels.ts';
import { ProgressSegments, segmentsOf } from '#src/ui/display/ProgressSegments.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import '#src/programs/program/progress.css';
import { isSelected } from '#src/programs/topics/topics.ts';
import { formatPercent } from '#src/ui/text/locale.ts';

/** The learner's progress in figures. */
export function LearnerOverview({ learnerProgram }: { learnerProgram: LearnerProgram }) {
  const { shortDay } = useFormats();
  const { progress, learner } = learnerProgram;
  const selected = learnerProgram.topics.filter(isSelected);
  const completed = selected.filter((topic) => topic.state === 'completed');
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
          {enrolmentSentences(learner.firstName)[learnerProgram.enrolment]} There is no progress to show yet.
        </p>
      ) : (
        <>
          <div className="progress-figure">
            <span className="figure-large">{formatPercent(progress.percent)}</span>
            <span className="text-2">
              {progress.done} of {progress.total} steps
            </span>
          </div>
          <ProgressSegments
            groups={segmentsOf(selected)}
            label={`Steps: ${progress.done} of ${progress.total} done`}
          />
          <p className="text-2 learner-sentence">
            {`${completed.length} of ${plural(selected.length, '# selected topic', '# selected topics')} completed.`}
            {latest && ` Last completed on ${shortDay(latest)}.`}
          </p>
        </>
      )}
    </section>
  );
}
