import type { AdminOverview } from '#contract/home.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { useGetAdminOverviewQuery } from '#store/admin/adminApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './admin.css';
import { DepartmentTable, ProgramTable } from './AdminTables.tsx';
import { Rollout } from './Rollout.tsx';

/** How the organisation stands. The doors that are open to others lead to what the server lets them see. */
export default function Admin() {
  const user = useAppSelector(selectUser);
  const { pathname } = useAppSelector(selectLocation);
  const isOverview = /^\/admin(\/home)?\/?$/.test(pathname);
  const query = useGetAdminOverviewQuery(undefined, { skip: !user?.isAdmin || !isOverview });
  const missing = (
    <Missing title="This is not there" to="/home" label="Go to your start page">
      No program of yours stands behind this address.
    </Missing>
  );
  if (!user?.isAdmin || !isOverview) return <div className="content">{missing}</div>;
  return (
    <div className="content">
      <Loaded
        query={query}
        title="Admin"
        what="The overview"
        missing={missing}
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonRows count={4} />
          </>
        }
      >
        {(overview) => <Page overview={overview} tenantName={user.tenantName} />}
      </Loaded>
    </div>
  );
}

function Page({ overview, tenantName }: { overview: AdminOverview; tenantName: string }) {
  return (
    <>
      <PageTop title="Admin" lede={`How ${tenantName} stands today.`} />
      <Rollout people={overview.people} />
      <ProgramTable programs={overview.programs} />
      <DepartmentTable departments={overview.departments} />
    </>
  );
}
