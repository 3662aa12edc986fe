import type { TeamMember } from '#contract/home.ts';
import { inWords, sentenceCase } from '#src/ui/dates.ts';
import { Empty } from '#src/ui/Empty.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { useListTeamQuery } from '#store/team/teamApi.ts';
import { TeamTable } from './TeamTable.tsx';

/** The people who report to one, those who need something first. */
export default function Team() {
  const query = useListTeamQuery();
  return (
    <div className="content">
      <Loaded
        query={query}
        title="Team"
        what="Your team"
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonRows count={4} />
          </>
        }
      >
        {(members) => <Page members={members} />}
      </Loaded>
    </div>
  );
}

function Page({ members }: { members: readonly TeamMember[] }) {
  const needing = members.filter(({ reason }) => reason !== null);
  const others = members.filter(({ reason }) => reason === null);
  if (members.length === 0)
    return (
      <>
        <PageTop title="Team" />
        <div className="card">
          <Empty drawing="seed" title="Nobody reports to you">
            When your organisation makes you somebody’s manager, they stand here with what they need from you.
          </Empty>
        </div>
      </>
    );
  return (
    <>
      <PageTop title="Team" lede={sentence(members.length, needing.length)} />
      <TeamTable needing={needing} others={others} />
    </>
  );
}

function sentence(all: number, needing: number): string {
  const people =
    all === 1 ? 'One person reports to you.' : `${sentenceCase(inWords(all))} people report to you.`;
  if (needing === 0) return `${people} Nobody waits for you.`;
  if (needing === 1) return `${people} One needs you.`;
  return `${people} ${sentenceCase(inWords(needing))} could use you, and stand at the top.`;
}
