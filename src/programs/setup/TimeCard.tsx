import type { ProgramFields } from '#contract/learning/programSetup.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetProgramOptionsQuery } from '#store/programs/setupApi.ts';
import { NO_TIME, NO_TOPICS_YET } from './wizardTexts.ts';
import { durationText, workloadOf } from './workload.ts';

/** The time for one learner, from the same steps that learners get. */
export function TimeCard({ doc, programId }: { doc: ProgramFields; programId: string }) {
  const { today } = useFormats();
  const { data } = useGetProgramOptionsQuery({ programId });
  const chosen = (data?.topics ?? []).filter(({ topicId }) => doc.topicIds.includes(topicId));
  const { minutes, topics, weeks, minutesPerWeek } = workloadOf(doc, chosen, today);
  return (
    <section className="card stack">
      <h2 className="title-3">Time for one learner</h2>
      {topics === 0 ? (
        <p className="text-2">{NO_TOPICS_YET}</p>
      ) : minutes === 0 ? (
        <p className="text-2">{NO_TIME}</p>
      ) : (
        <>
          <p>
            <b className="wizard-time">{durationText(minutesPerWeek ?? minutes)}</b>{' '}
            <span className="text-2">
              {weeks === null ? 'in total' : plural(weeks, 'a week, # week', 'a week, # weeks')}
            </span>
          </p>
          <p className="small text-3">
            {plural(
              topics,
              `At most, with # topic of ${durationText(minutes)}.`,
              `At most, with # topics of ${durationText(minutes)} together.`,
            )}
          </p>
        </>
      )}
    </section>
  );
}
