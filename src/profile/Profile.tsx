import { Link } from 'react-router-dom';
import type { Profile as ProfileData } from '#contract/profile.ts';
import { PROFILE_VISIBILITY, readinessVisibility } from '#contract/visibility.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Objectives, OwnObjective } from '#src/objectives/Objectives.tsx';
import { useObjectiveLocation } from '#src/objectives/objectivePaths.ts';
import { PendingObjectives } from '#src/objectives/PendingObjectives.tsx';
import { localeName } from '#src/profile/edit/locales.ts';
import { DataViewersCard } from '#src/team/DataViewersCard.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { workingHoursText } from '#src/ui/text/workingHours.ts';
import { useGetPropensityQuery } from '#store/propensity/propensityApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { ProfilePage } from './ProfilePage.tsx';

/** The user's own details and who can see them. */
export default function Profile() {
  const { isShown, objectiveId } = useObjectiveLocation();
  if (isShown && objectiveId)
    return (
      <div className="content content-reading">
        <OwnObjective key={objectiveId} objectiveId={objectiveId} />
      </div>
    );
  return (
    <ProfilePage selected={isShown ? 'tab-objectives' : 'tab-about'}>
      {(profile) => (isShown ? <Objectives /> : <Details profile={profile} />)}
    </ProfilePage>
  );
}

function Details({ profile }: { profile: ProfileData }) {
  const { longDay } = useFormats();
  const user = useAppSelector(selectUser);
  const { data: propensity } = useGetPropensityQuery();
  const { title, emailAddress, departmentName, managerName, timeZone, lastProfileUpdate } = profile;
  const { pronouns, locale, workingHours, helpTopics } = profile;
  const rows: [label: string, value: string][] = [
    ['Email', emailAddress],
    ['Pronouns', pronouns ?? 'Not set'],
    ['Title', title ?? 'Not set'],
    ['Department', departmentName ?? 'None'],
    ['Manager', managerName ?? 'None'],
    ['Organisation', user?.tenantName ?? ''],
    ['Time zone', timeZone.replaceAll('_', ' ')],
    ['Dates and numbers', locale ? localeName(locale) : 'As in this browser'],
    ['Working hours', workingHours ? workingHoursText(workingHours) : 'Not set'],
    ['Can help with', helpTopics.length > 0 ? formatList(helpTopics) : 'Not set'],
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
        {propensity && <PrivacyNote>{readinessVisibility(propensity)}</PrivacyNote>}
      </section>
      <DataViewersCard />
    </>
  );
}
