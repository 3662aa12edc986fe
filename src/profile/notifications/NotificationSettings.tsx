import { ProfilePage } from '#src/profile/ProfilePage.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetNotificationSettingsQuery } from '#store/notifications/settingsApi.ts';
import { KindsForm } from './KindsForm.tsx';
import { Mute } from './Mute.tsx';
import './notificationSettings.css';

/** The user's notification settings. */
export default function NotificationSettings() {
  return <ProfilePage selected="tab-notifications">{() => <Settings />}</ProfilePage>;
}

function Settings() {
  const query = useGetNotificationSettingsQuery(undefined, { refetchOnFocus: true }); // a mute may have been set in another tab
  return (
    <QueryContent
      query={query}
      title="Notifications"
      level={2}
      failure="Your notification settings did not load"
      skeleton={<SkeletonRows count={3} />}
    >
      {(settings) => (
        <>
          <Mute settings={settings} />
          <KindsForm settings={settings} />
        </>
      )}
    </QueryContent>
  );
}
