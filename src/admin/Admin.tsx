import type { AdminOverview } from '#contract/admin.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetAdminOverviewQuery } from '#store/admin/adminApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './admin.css';
import { DepartmentTable, ProgramTable } from './AdminTables.tsx';
import { Rollout } from './Rollout.tsx';

/** Overview of the organisation. Some admin paths are open to others (docs/decisions/0007-route-guards.md), but have no content yet. */
export default function Admin() {
  const user = useAppSelector(selectUser);
  const { pathname } = useAppSelector(selectLocation);
  const isOverview = /^\/admin(\/home)?\/?$/.test(pathname);
  const query = useGetAdminOverviewQuery(undefined, { skip: !user?.isAdmin || !isOverview });
  const missing = (
    <NotFoundState title="Page not found" to="/home" label="Go to Home">
      The link may be wrong, or you may not have access.
    </NotFoundState>
  );
  if (!user?.isAdmin || !isOverview) return <div className="content">{missing}</div>;
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Admin"
        failure="The overview did not load"
        missing={missing}
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonRows count={4} />
          </>
        }
      >
        {(overview) => <Page overview={overview} tenantName={user.tenantName} />}
      </QueryContent>
    </div>
  );
}

function Page({ overview, tenantName }: { overview: AdminOverview; tenantName: string }) {
  return (
    <>
      <PageHeader title="Admin" lede={`Overview of ${tenantName}`} />
      <Rollout people={overview.people} />
      <ProgramTable programs={overview.programs} />
      <DepartmentTable departments={overview.departments} />
    </>
  );
}
