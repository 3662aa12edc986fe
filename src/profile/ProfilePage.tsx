import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { Profile } from '#contract/profile.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useGetProfileQuery } from '#store/profile/profileApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './profile.css';
import { PROFILE_PANEL, type ProfileTab, ProfileTabs } from './ProfileTabs.tsx';

interface ProfilePageProps {
  selected: ProfileTab;
  /** The content of the selected tab. */
  children: (profile: Profile) => ReactNode;
}

/** The frame of all tabs of the profile: the user's name and picture, and the tabs. */
export function ProfilePage({ selected, children }: ProfilePageProps) {
  const query = useGetProfileQuery();
  const user = useAppSelector(selectUser);
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
          <>
            <div className="page-top page-top-centred">
              <div className="row grow">
                <Avatar
                  person={{
                    userId: user?.userId ?? 0,
                    initials: profile.initials,
                    userAvatar: profile.userAvatar,
                  }}
                  size="large"
                />
                <div>
                  <h1 className="title-1">{fullName(profile)}</h1>
                  {profile.title && <p className="text-2">{profile.title}</p>}
                </div>
              </div>
              <Link className={buttonClass('outlined')} to="/profile/edit">
                Edit Profile
              </Link>
            </div>
            <ProfileTabs selected={selected} />
            <div role="tabpanel" id={PROFILE_PANEL} aria-labelledby={selected}>
              {children(profile)}
            </div>
          </>
        )}
      </QueryContent>
    </div>
  );
}
