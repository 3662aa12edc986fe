import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ManagedProgram } from '#contract/learning/programSetup.ts';
import { JOIN_REQUESTS_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { insightsPath } from '#src/insights/insightsPaths.ts';
import { NEW_PROGRAM_PATH, wizardPath } from '#src/programs/setup/wizardPaths.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { usePageManagedProgramsInfiniteQuery } from '#store/programs/setupApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { ProgramMenu } from './ProgramMenu.tsx';
import { ProgramState } from './ProgramState.tsx';

const COLUMNS = [
  { name: 'Program' },
  { name: 'State' },
  { name: 'Topics', isNumber: true },
  { name: 'Learners', isNumber: true },
  { name: 'Completed', isNumber: true },
  { name: 'Owner' },
  { name: 'Changed' },
  { name: 'Insights', isHidden: true },
  { name: 'Actions', isHidden: true },
];
/** The programs that the viewer manages, drafts first. */
export default function ManagedPrograms() {
  const query = usePageManagedProgramsInfiniteQuery();
  const mayExport = useAppSelector((state) => selectUser(state)?.roles.mayAuthor ?? false);
  const [failure, setFailure] = useState<unknown>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <section className="managed-programs">
      <QueryContent
        query={query}
        title="Programs that you manage"
        level={2}
        failure="The programs that you manage did not load"
        skeleton={<SkeletonRows count={2} />}
      >
        {({ pages }) => {
          const programs = pages.flatMap(({ data }) => data);
          if (programs.length === 0 && !pages[0]?.can.create) return null;
          return (
            <>
              <div className="row row-between managed-head">
                <h2 className="title-2">Programs that you manage</h2>
                {pages[0]?.can.create && (
                  <Link className={buttonClass('outlined')} to={NEW_PROGRAM_PATH}>
                    <Plus className="icon icon-small" aria-hidden="true" />
                    New program
                  </Link>
                )}
              </div>
              {Boolean(failure) && (
                <ErrorSummary>
                  <ProblemText message={problemOf(failure).message} />
                </ErrorSummary>
              )}
              {programs.length === 0 ? (
                <p className="card text-2">You have not created a program yet.</p>
              ) : (
                <Table caption="Programs that you manage, drafts first" columns={COLUMNS}>
                  <TableBody>
                    {programs.map((program) => (
                      <Row
                        key={program.programId}
                        program={program}
                        mayExport={mayExport}
                        onFailure={setFailure}
                      />
                    ))}
                  </TableBody>
                </Table>
              )}
              {hasNextPage && (
                <LoadMore
                  label="Load more programs that you manage"
                  isBusy={isFetchingNextPage}
                  onMore={fetchNextPage}
                />
              )}
            </>
          );
        }}
      </QueryContent>
    </section>
  );
}

interface RowProps {
  program: ManagedProgram;
  mayExport: boolean;
  onFailure: (error: unknown) => void;
}
function Row({ program, mayExport, onFailure }: RowProps) {
  const { recentDay } = useFormats();
  const { programId, name, status, topics, learners, completed, owner, changedAt, hasInsights, isInReview } =
    program;
  return (
    <TableRow
      head={
        <>
          <Link className="row-title" to={wizardPath(programId)}>
            {name || 'Untitled program'}
          </Link>
          {program.requests > 0 && (
            <p className="small">
              <Link to={`${wizardPath(programId)}#${JOIN_REQUESTS_TARGET}`}>
                {plural(program.requests, '# request to join', '# requests to join')}
              </Link>
            </p>
          )}
        </>
      }
    >
      <TableCell label="State">
        <ProgramState status={status} isInReview={isInReview} />
      </TableCell>
      <TableCell label="Topics" isNumber>
        {topics}
      </TableCell>
      <TableCell label="Learners" isNumber>
        {learners}
      </TableCell>
      <TableCell label="Completed" isNumber>
        {completed}
      </TableCell>
      <TableCell label="Owner">{owner ? fullName(owner) : <span className="text-3">None</span>}</TableCell>
      <TableCell label="Changed" className="figures nowrap">
        {recentDay(changedAt)}
      </TableCell>
      <TableCell {...(!hasInsights && { label: 'Insights' })}>
        {hasInsights ? (
          <Link to={insightsPath(programId)} aria-label={`Insights for ${name}`}>
            Insights
          </Link>
        ) : (
          <span className="text-3">None yet</span>
        )}
      </TableCell>
      <TableCell isAction>
        <ProgramMenu program={program} mayExport={mayExport} onFailure={onFailure} />
      </TableCell>
    </TableRow>
  );
}
