import { parseISO, subDays } from 'date-fns';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Program } from '#contract/learning/programs.ts';
import { hasEnded } from '#src/programs/enrolment/enrolmentLabels.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetProgramQuery, useListProgramsQuery } from '#store/programs/programsApi.ts';

const DAYS = 7;

/** The completed steps in each running program in which the user has selected topics. */
export function ProgramWeeks() {
  const { data = [] } = useListProgramsQuery();
  return data
    .filter(({ enrolment, progress }) => !hasEnded(enrolment) && progress.total > 0)
    .map(({ programId, programName }) => (
      <ProgramWeek key={programId} programId={programId} programName={programName} />
    ));
}

/** The steps of one program completed in the last 7 days, newest first. */
function ProgramWeek({ programId, programName }: { programId: string; programName: string }) {
  const { data, error, refetch, isFetching } = useGetProgramQuery({ programId });
  const [since] = useState(() => subDays(new Date(), DAYS));
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="title-3" id={id}>
          {programName}
        </h2>
        <Link to={`/program/${programId}`} className="small" aria-label={`View program: ${programName}`}>
          View program
        </Link>
      </div>
      {data && <Steps program={data} since={since} />}
      {!data && error && (
        <p className="text-2" role="alert">
          {problemOf(error).message}{' '}
          <Button variant="link" small busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !error && (
        <Delayed>
          <SkeletonCard />
        </Delayed>
      )}
    </section>
  );
}

function Steps({ program, since }: { program: Program; since: Date }) {
  const { shortDay } = useFormats();
  const steps = program.topics
    .flatMap((topic) => topic.steps.map((step) => ({ ...step, topicTitle: topic.title })))
    .flatMap((step) =>
      step.doneAt && parseISO(step.doneAt) >= since ? [{ ...step, doneAt: step.doneAt }] : [],
    )
    .sort((a, b) => b.doneAt.localeCompare(a.doneAt));
  if (steps.length === 0)
    return (
      <p className="text-2">No steps completed in the last 7 days. One small step is enough for this week.</p>
    );
  return (
    <ul className="week">
      {steps.map((step) => (
        <li key={step.stepKey}>
          <Check className="icon icon-small" aria-hidden="true" />
          <div className="grow">
            <p className="strong">{step.title}</p>
            <p className="small text-3">{step.topicTitle}</p>
          </div>
          <span className="small text-3 figures">{shortDay(step.doneAt)}</span>
        </li>
      ))}
    </ul>
  );
}
