import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { Profile as ProfileData } from '#contract/profile.ts';
import { PROFILE_VISIBILITY, privateData } from '#contract/visibility.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Objectives, OwnObjective } from '#src/objectives/Objectives.tsx';
import { useObjectiveLocation } from '#src/objectives/objectivePaths.ts';
import { PendingObjectives } from '#src/objectives/PendingObjectives.tsx';
import { DataViewersCard } from '#src/team/DataViewersCard.tsx';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetProfileQuery } from '#store/profile/profileApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './profile.css';
import { ProfileTabs, tabId } from './ProfileTabs.tsx';

/** The user's own details and who can see them. */
export default function Profile() {
  const query = useGetProfileQuery();
  const { isShown, objectiveId } = useObjectiveLocation();
  if (isShown && objectiveId)
    return (
      <div className="content content-reading">
        <OwnObjective key={objectiveId} objectiveId={objectiveId} />
      </div>
    );
  return (
    <div className="content content-reading">
      <QueryContent
        query={query}
        title="Profile"
        failure="Your profile did not load"
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonCard />
          </>
        }
      >
        {(profile) => (
          <Page profile={profile}>
            <ProfileTabs isObjectives={isShown} />
            <div role="tabpanel" id="profile-panel" aria-labelledby={tabId(isShown)}>
              {isShown ? <Objectives /> : <Details profile={profile} />}
            </div>
          </Page>
        )}
      </QueryContent>
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
          Edit Profile
        </Link>
      </div>
      {children}
    </>
  );
}

function Details({ profile }: { profile: ProfileData }) {
  const { longDay } = useFormats();
  const user = useAppSelector(selectUser);
  const { title, emailAddress, departmentName, managerName, timeZone, lastProfileUpdate } = profile;
  const rows: [label: string, value: string][] = [
    ['Email', emailAddress],
    ['Title', title ?? 'Not set'],
    ['Department', departmentName ?? 'None'],
    ['Manager', managerName ?? 'None'],
    ['Organisation', user?.tenantName ?? ''],
    ['Time zone', timeZone.replaceAll('_', ' ')],
    ['Last updated', lastProfileUpdate ? longDay(lastProfileUpdate) : 'Never'],
  ];
  return (
    <>
      <PendingObjectives />
      <section className="card" aria-labelledby="details">
        <h2 className="title-3" id="details">
          Your details
        </h2>
        <dl className="profile-details">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <PrivacyNote>{PROFILE_VISIBILITY}</PrivacyNote>
      </section>
      <section className="card profile-card" aria-labelledby="readiness">
        <h2 className="title-3" id="readiness">
          Readiness to grow
        </h2>
        <p className="text-2">
          {user?.propensityScore == null
            ? 'You have not answered the readiness questions yet.'
            : `Your latest score is ${user.propensityScore} out of 100.`}{' '}
          <Link to="/survey/propensity">
            {user?.propensityScore == null ? 'Answer the questions' : 'View your result'}
          </Link>
        </p>
        <PrivacyNote>{privateData.readiness.own}</PrivacyNote>
      </section>
      <DataViewersCard />
    </>
  );
}
