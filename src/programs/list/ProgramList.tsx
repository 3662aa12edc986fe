import { CircleCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { joiningVisibility } from '#contract/visibility.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { enrolmentLabels, hasEnded, isPausedInvitation } from '#src/programs/enrolment/enrolmentLabels.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { ProgressSegments, segmentsOf } from '#src/ui/display/ProgressSegments.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { usePageProgramsInfiniteQuery } from '#store/programs/programsApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { AnswerInvitation } from './AnswerInvitation.tsx';
import { Catalogue } from './Catalogue.tsx';
import './programList.css';

const ManagedPrograms = lazy(() => import('./ManagedPrograms.tsx'));

/** The viewer's programs: invitations first, then programs in progress, then ended ones. */
export default function ProgramList() {
  const query = usePageProgramsInfiniteQuery(undefined, { refetchOnFocus: true });
  const maySetUp = useAppSelector((state) => {
    const user = selectUser(state);
    return user !== null && (user.isAdmin || user.roles.hasReports || user.roles.ownsProgram === true);
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Programs"
        failure="Your programs did not load"
        skeleton={
          <>
            <SkeletonHeader />
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
                <LoadMore label="Show more programs" isBusy={isFetchingNextPage} onMore={fetchNextPage} />
              )
            }
          />
        )}
      </QueryContent>
      <Catalogue />
      {maySetUp && (
        <Suspense>
          <ManagedPrograms />
        </Suspense>
      )}
    </div>
  );
}

interface PageProps {
  programs: readonly ProgramSummary[];
  total: number;
  more: ReactNode;
}
function Page({ programs, total, more }: PageProps) {
  const invitations = programs.filter(({ enrolment }) => enrolment === 'invited');
  const inProgress = programs.filter(({ enrolment }) => enrolment !== 'invited' && !hasEnded(enrolment));
  const ended = programs.filter(({ enrolment }) => hasEnded(enrolment));
  if (programs.length === 0)
    return (
      <>
        <PageHeader title="Programs" />
        <div className="card">
          <EmptyState drawing="seed" title="No programs yet">
            When you are invited to a program, it appears here and on your home page.
          </EmptyState>
        </div>
      </>
    );
  return (
    <>
      <PageHeader
        title="Programs"
        lede={summary(total, invitations.filter((one) => !isPausedInvitation(one)).length)}
      />
      <ProgramRows title="Invitations" programs={invitations} />
      <ProgramRows title="In progress" programs={inProgress} />
      <EndedPrograms programs={ended} isOpen={ended.length === programs.length} />
      {more}
    </>
  );
}

function summary(total: number, invitations: number): string {
  const all = `${plural(total, '# program', '# programs')}.`;
  return invitations === 0
    ? all
    : `${all} ${plural(invitations, '# invitation needs your response.', '# invitations need your response.')}`;
}

/** Collapsed, unless the page shows nothing else. */
function EndedPrograms({ programs, isOpen }: { programs: readonly ProgramSummary[]; isOpen: boolean }) {
  if (programs.length === 0) return null;
  return (
    <Disclosure
      className="ended-programs"
      open={isOpen}
      summary={plural(programs.length, '# ended program', '# ended programs')}
    >
      <ProgramRows title="Ended" programs={programs} />
    </Disclosure>
  );
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

/** A topic that is ready to complete comes before the next step. */
function nextAction({ topics, nextStep, enrolment }: ProgramSummary): string {
  if (hasEnded(enrolment)) return enrolmentLabels[enrolment];
  const ready = topics.filter(
    ({ isReady, isCompleted, done, total }) => isReady ?? (!isCompleted && total > 0 && done === total),
  );
  if (ready.length > 0) return `${plural(ready.length, '# topic', '# topics')} ready to complete`;
  if (!nextStep) return enrolmentLabels[enrolment];
  const { title, minutes } = nextStep;
  return minutes > 0 ? `Next: ${title}, ${minutes} min` : `Next: ${title}`;
}

function ProgramRow({ program }: { program: ProgramSummary }) {
  const { shortDay } = useFormats();
  const { programName, progress, topics, enrolment, dueOn, invitation } = program;
  const isInvitation = enrolment === 'invited' || enrolment === 'declined';
  return (
    <li className="program-row link-row">
      <div>
        <Link className="row-title" to={`/program/${program.programId}`}>
          {programName}
        </Link>
        <p className="text-2">{program.purpose}</p>
        {invitation && <p className="small text-3">{joiningVisibility(invitation)}</p>}
        <p className="small text-3 program-next">
          {enrolment === 'completed' ? (
            <Tag tone="primary">
              <CircleCheck className="icon" aria-hidden="true" />
              Completed
            </Tag>
          ) : isPausedInvitation(program) ? (
            <Tag>Paused</Tag>
          ) : (
            [nextAction(program), ...(dueOn && !hasEnded(enrolment) ? [`Due ${shortDay(dueOn)}`] : [])].join(
              ' · ',
            )
          )}
        </p>
      </div>
      <div className="program-progress">
        {progress.total > 0 ? (
          <>
            <ProgressSegments
              small
              groups={segmentsOf(topics)}
              label={`${progress.done} of ${progress.total} steps done`}
            />
            <p className="small text-3 figures">
              {progress.done} of {progress.total} steps
            </p>
          </>
        ) : (
          !isInvitation && <p className="small text-3">No topics selected</p>
        )}
        {invitation && <AnswerInvitation program={program} />}
      </div>
    </li>
  );
}
