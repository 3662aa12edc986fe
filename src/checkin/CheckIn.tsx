import type { ProgramSummary } from '#contract/programs.ts';
import { isOver } from '#src/programs/enrolments.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { useListProgramsQuery } from '#store/programs/programsApi.ts';
import './checkin.css';
import { OnlineNow } from './OnlineNow.tsx';
import { ProgramWeek } from './ProgramWeek.tsx';

/** What one did in the last seven days, and who is there to talk about it. */
export default function CheckIn() {
  const query = useListProgramsQuery();
  return (
    <div className="content">
      <Loaded
        query={query}
        title="Check-in"
        what="Your week"
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonRows count={3} />
          </>
        }
      >
        {(programs) => <Page programs={programs.filter(({ enrolment }) => !isOver(enrolment))} />}
      </Loaded>
    </div>
  );
}

function Page({ programs }: { programs: readonly ProgramSummary[] }) {
  return (
    <>
      <PageTop title="Check-in" lede="What you did in the last seven days, and who is here now." />
      <div className="columns">
        <div className="stack-6">
          {programs.length === 0 && (
            <p className="text-2">
              You are in no program at the moment, so there are no steps to look back on.
            </p>
          )}
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
