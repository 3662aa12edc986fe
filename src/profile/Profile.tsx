import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Profile as ProfileData } from '#contract/people.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Objectives, OwnObjective } from '#src/objectives/Objectives.tsx';
import { useObjectivePlace } from '#src/objectives/objectivePaths.ts';
import { PendingObjectives } from '#src/objectives/PendingObjectives.tsx';
import { OwnVisibility } from '#src/team/OwnVisibility.tsx';
import { Avatar } from '#src/ui/Avatar.tsx';
import { buttonClass } from '#src/ui/Button.tsx';
import { longDay } from '#src/ui/dates.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Privacy } from '#src/ui/Note.tsx';
import { SkeletonCard, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { useGetProfileQuery } from '#store/profile/profileApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './profile.css';
import { ProfileTabs, tabId } from './ProfileTabs.tsx';

/** What Trellis knows of one, and who sees it. */
export default function Profile() {
  const query = useGetProfileQuery();
  const { isShown, objectiveId } = useObjectivePlace();
  if (isShown && objectiveId)
    return (
      <div className="content content-reading">
        <OwnObjective key={objectiveId} objectiveId={objectiveId} />
      </div>
    );
  return (
    <div className="content content-reading">
      <Loaded
        query={query}
        title="Profile"
        what="Your profile"
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonCard />
          </>
        }
      >
        {(profile) => (
          <Page profile={profile}>
            <ProfileTabs isObjectives={isShown} />
            <div role="tabpanel" id="profile-panel" aria-labelledby={tabId(isShown)}>
              {isShown ? <Objectives /> : <Known profile={profile} />}
            </div>
          </Page>
        )}
      </Loaded>
    </div>
  );
}

function Page({ profile, children }: { profile: ProfileData; children: ReactNode }) {
  const user = useAppSelector(selectUser);
  const { initials, userAvatar, title } = profile;
  return (
    <>
      <div className="page-top page-top-centred">
        <div className="row grow">
          <Avatar person={{ userId: user?.userId ?? 0, initials, userAvatar }} size="large" />
          <div>
            <h1 className="title-1">{fullName(profile)}</h1>
            {title && <p className="text-2">{title}</p>}
          </div>
        </div>
        <Link className={buttonClass('outlined')} to="/profile/edit">
          Edit your profile
        </Link>
      </div>
      {children}
    </>
  );
}

function Known({ profile }: { profile: ProfileData }) {
  const user = useAppSelector(selectUser);
  const { title, emailAddress, departmentName, managerName, timeZone, lastProfileUpdate } = profile;
  const rows: [label: string, value: string][] = [
    ['Email', emailAddress],
    ['Title', title ?? 'Not given'],
    ['Department', departmentName ?? 'None'],
    ['Manager', managerName ?? 'None'],
    ['Organisation', user?.tenantName ?? ''],
    ['Time zone', timeZone.replaceAll('_', ' ')],
    ['Last updated', lastProfileUpdate ? longDay(lastProfileUpdate) : 'Not yet'],
  ];
  return (
    <>
      <PendingObjectives />
      <section className="card" aria-labelledby="known">
        <h2 className="title-3" id="known">
          What Trellis knows of you
        </h2>
        <dl className="known">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Privacy>
          Colleagues see your name, email, title, department and picture. The rest is for you and your admins.
        </Privacy>
      </section>
      <section className="card known-more" aria-labelledby="readiness">
        <h2 className="title-3" id="readiness">
          Readiness to grow
        </h2>
        <p className="text-2">
          {user?.propensityScore == null
            ? 'You have not answered the readiness questions yet. '
            : `Your last score is ${user.propensityScore} out of 100. `}
          <Link to="/survey/propensity">
            {user?.propensityScore == null ? 'Answer them' : 'See how it was made'}
          </Link>
        </p>
        <Privacy>Only you see this.</Privacy>
      </section>
      <OwnVisibility />
    </>
  );
}
