import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProgramSummary } from '#contract/programs.ts';
import { counted, shortDay } from '#src/ui/dates.ts';
import { Empty } from '#src/ui/Empty.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { MoreRows } from '#src/ui/MoreRows.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { usePageProgramsInfiniteQuery } from '#store/programs/programsApi.ts';
import { enrolmentWords, isOver } from './enrolments.ts';
import './programList.css';

/** The programs one takes part in; those that go on first. */
export default function ProgramList() {
  const query = usePageProgramsInfiniteQuery();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <div className="content">
      <Loaded
        query={query}
        title="Programs"
        what="Your programs"
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonRows count={3} />
          </>
        }
      >
        {({ pages }) => (
          <Page
            programs={pages.flatMap(({ data }) => data)}
            total={pages[0]?.total ?? 0}
            more={
              hasNextPage && (
                <MoreRows label="Show more programs" isBusy={isFetchingNextPage} onMore={fetchNextPage} />
              )
            }
          />
        )}
      </Loaded>
    </div>
  );
}

interface PageProps {
  programs: readonly ProgramSummary[];
  total: number;
  more: ReactNode;
}
function Page({ programs, total, more }: PageProps) {
  const asked = programs.filter(({ enrolment }) => enrolment === 'invited');
  const going = programs.filter(({ enrolment }) => enrolment !== 'invited' && !isOver(enrolment));
  const over = programs.filter(({ enrolment }) => isOver(enrolment));
  if (programs.length === 0)
    return (
      <>
        <PageTop title="Programs" />
        <div className="card">
          <Empty drawing="seed" title="You are in no program yet">
            When somebody invites you, the program stands here, and your home says what comes first.
          </Empty>
        </div>
      </>
    );
  return (
    <>
      <PageTop title="Programs" lede={sentence(total, asked.length)} />
      <ProgramRows title="Waiting for your answer" programs={asked} />
      <ProgramRows title="In progress" programs={going} />
      <ProgramRows title="Finished" programs={over} />
      {more}
    </>
  );
}

function sentence(total: number, asked: number): string {
  const all = `You are in ${counted(total, 'program')}.`;
  if (asked === 0) return all;
  return `${all} ${asked === 1 ? 'One is an invitation that waits' : `${asked} are invitations that wait`} for your answer.`;
}

function ProgramRows({ title, programs }: { title: string; programs: readonly ProgramSummary[] }) {
  if (programs.length === 0) return null;
  return (
    <section className="program-rows" aria-label={title}>
      <h2 className="title-3">{title}</h2>
      <ul>
        {programs.map((program) => (
          <ProgramRow key={program.programId} program={program} />
        ))}
      </ul>
    </section>
  );
}

/** What comes next: completing what is ready goes before another step. */
function nextOf({ topics, nextStep, enrolment }: ProgramSummary): string {
  const ready = topics.filter(({ isCompleted, done, total }) => !isCompleted && total > 0 && done === total);
  if (ready.length > 0) return `${counted(ready.length, 'topic')} ready to complete`;
  return nextStep ? `Next: ${nextStep.title}, ${nextStep.minutes} min` : enrolmentWords[enrolment];
}

function ProgramRow({ program }: { program: ProgramSummary }) {
  const { programName, progress, topics, enrolment, dueOn } = program;
  const isAsked = enrolment === 'invited' || enrolment === 'declined';
  return (
    <li className="program-row">
      <div>
        <Link className="row-title" to={`/program/${program.programId}`}>
          {programName}
        </Link>
        <p className="text-2">{program.purpose}</p>
        <p className="small text-3 program-next">
          {nextOf(program)}
          {dueOn && !isOver(enrolment) && `, due ${shortDay(dueOn)}`}
        </p>
      </div>
      <div className="program-progress">
        {progress.total > 0 ? (
          <>
            <Rungs
              small
              groups={rungsOf(topics)}
              label={`${progress.done} of ${progress.total} steps done`}
            />
            <p className="small text-3 figures">
              {progress.done} of {progress.total} steps
            </p>
          </>
        ) : (
          !isAsked && <p className="small text-3">No topics chosen yet</p>
        )}
      </div>
      {enrolment === 'completed' && (
        <Tag tone="primary">
          <CircleCheck className="icon" aria-hidden="true" />
          Completed
        </Tag>
      )}
    </li>
  );
}
