import { PeopleActions } from '#src/admin/people/PeopleActions.tsx';
import { useAppSelector } from '#src/app/hooks.ts';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetAdminOverviewQuery } from '#store/admin/adminApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './overview.css';
import { Attention } from './Attention.tsx';
import { Figures } from './Figures.tsx';
import { Funnel } from './Funnel.tsx';
import { MailCard } from './MailCard.tsx';
import { ProgramTable } from './ProgramTable.tsx';
import { SetupChecklist } from './SetupChecklist.tsx';

/** The start page of administrators: figures, the set-up of a new organisation, and what needs attention. */
export default function Overview() {
  const tenantName = useAppSelector(selectUser)?.tenantName ?? '';
  const { dayAndTime } = useFormats();
  const query = useGetAdminOverviewQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <QueryContent
      query={query}
      title="Overview"
      failure="The overview did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
    >
      {({ asOf, people, dataRequests, stages, setup, attention, lastMailTest, programs }) => (
        <>
          <PageHeader
            title="Overview"
            lede={`${tenantName}. Figures as of ${dayAndTime(asOf)}.`}
            action={<PeopleActions />}
          />
          <Figures people={people} dataRequests={dataRequests} />
          <div className="columns overview">
            <div>
              <SetupChecklist setup={setup} lastMailTest={lastMailTest} />
              <Attention attention={attention} />
            </div>
            <div className="side">
              <Funnel stages={stages} />
              {/*
               * Until email works, a set-up step offers the test. The result that completes the step is announced
               * here.
               */}
              <div aria-live="polite">
                {!setup.some(({ step, isDone }) => step === 'mail-test' && !isDone) && (
                  <MailCard lastMailTest={lastMailTest} />
                )}
              </div>
            </div>
          </div>
          <ProgramTable programs={programs} />
        </>
      )}
    </QueryContent>
  );
}
