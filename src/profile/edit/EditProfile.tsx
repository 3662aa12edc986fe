import type { Profile } from '#contract/profile.ts';
import { PROFILE_VISIBILITY } from '#contract/visibility.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { PROFILE_PANEL, ProfileTabs } from '#src/profile/ProfileTabs.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { useGetProfileQuery } from '#store/profile/profileApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { PictureField } from './PictureField.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import '#src/profile/profile.css';

/**
 * The form for the user's own profile. It is also the first gate after sign-in, which has no tabs, because the other pages
 * cannot be opened yet.
 */
export default function EditProfile() {
  const query = useGetProfileQuery();
  return (
    <div className="content content-reading">
      <QueryContent
        query={query}
        title="Edit Profile"
        failure="Your profile did not load"
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonCard />
          </>
        }
      >
        {(profile) => <Page profile={profile} />}
      </QueryContent>
    </div>
  );
}

function Page({ profile }: { profile: Profile }) {
  const user = useAppSelector(selectUser);
  const isFirst = user?.lastProfileUpdate == null;
  const isGate = isFirst || user.propensityScore == null;
  const { initials, userAvatar } = profile;
  const panel = { role: 'tabpanel', id: PROFILE_PANEL, 'aria-labelledby': 'tab-about' };
  return (
    <>
      {isFirst && (
        <p className="overline profile-step">
          {user?.propensityScore == null
            ? 'Step 1 of 2. Next: 13 short questions'
            : 'Save your profile to continue'}
        </p>
      )}
      <PageHeader
        title={isFirst ? `Welcome to Trellis, ${profile.firstName}` : 'Edit Profile'}
        lede={`${isFirst ? 'Tell people a little about you. ' : ''}${PROFILE_VISIBILITY} The time zone is used for your dates and times.`}
      />
      {!isGate && <ProfileTabs selected="tab-about" />}
      <div {...(isGate ? {} : panel)}>
        <section className="section" aria-labelledby="picture">
          <h2 className="title-2 section-title" id="picture">
            Picture
          </h2>
          <PictureField person={{ userId: user?.userId ?? 0, initials, userAvatar }} />
        </section>
        <ProfileForm profile={profile} isFirst={isFirst} />
      </div>
    </>
  );
}
