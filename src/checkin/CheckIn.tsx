import type { ProgramSummary } from '#contract/programs.ts';
import { hasEnded } from '#src/programs/enrolment/enrolmentLabels.ts';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useListProgramsQuery } from '#store/programs/programsApi.ts';
import './checkin.css';
import { OnlineNow } from './OnlineNow.tsx';
import { ProgramWeek } from './ProgramWeek.tsx';

/** The user's completed steps of the last 7 days, and who is online. */
export default function CheckIn() {
  const query = useListProgramsQuery();
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Check-in"
        failure="Your check-in did not load"
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonRows count={3} />
          </>
        }
      >
        {(programs) => <Page programs={programs.filter(({ enrolment }) => !hasEnded(enrolment))} />}
      </QueryContent>
    </div>
  );
}

function Page({ programs }: { programs: readonly ProgramSummary[] }) {
  return (
    <>
      <PageHeader title="Check-in" lede="Your completed steps of the last 7 days, and who is online now." />
      <div className="columns">
        <div className="stack-6">
          {programs.length === 0 && <p className="text-2">You are not in a program at the moment.</p>}
          {programs.map(({ programId, programName }) => (
            <ProgramWeek key={programId} programId={programId} programName={programName} />
          ))}
        </div>
        <aside className="side" aria-label="People">
          <OnlineNow />
        </aside>
      </div>
    </>
  );
}
