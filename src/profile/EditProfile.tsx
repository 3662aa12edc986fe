import type { Profile } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { MantineRoot } from '#src/ui/MantineRoot.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonCard, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { useGetProfileQuery } from '#store/profile/profileApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { PictureField } from './PictureField.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import './profile.css';

/** How colleagues see one. */
export default function EditProfile() {
  const query = useGetProfileQuery();
  return (
    <MantineRoot>
      <div className="content content-reading">
        <Loaded
          query={query}
          title="Edit Profile"
          what="Your profile"
          skeleton={
            <>
              <SkeletonTop />
              <SkeletonCard />
            </>
          }
        >
          {(profile) => <Page profile={profile} />}
        </Loaded>
      </div>
    </MantineRoot>
  );
}

function Page({ profile }: { profile: Profile }) {
  const user = useAppSelector(selectUser);
  const isFirst = user?.lastProfileUpdate == null;
  const { initials, userAvatar } = profile;
  return (
    <>
      {isFirst && (
        <p className="overline step-line">
          {user?.propensityScore == null
            ? 'Step 1 of 2. After it, 13 short questions'
            : 'One step, then we take you where you were going'}
        </p>
      )}
      <PageTop
        title="Edit Profile"
        lede="Colleagues see your name, title and picture. Your time zone sets your dates."
      />
      <section className="section" aria-labelledby="picture">
        <h2 className="title-2 section-title" id="picture">
          Picture
        </h2>
        <PictureField person={{ userId: user?.userId ?? 0, initials, userAvatar }} />
      </section>
      <ProfileForm profile={profile} isFirst={isFirst} />
    </>
  );
}
