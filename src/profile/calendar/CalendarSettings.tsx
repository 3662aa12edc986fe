import type { Profile } from '#contract/profile.ts';
import { ProfilePage } from '#src/profile/ProfilePage.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetCalendarQuery } from '#store/coaching/calendarApi.ts';
import { DaysSection } from './DaysSection.tsx';
import { FeedSection } from './FeedSection.tsx';
import { SourcesSection } from './SourcesSection.tsx';

/** When the user has time for sessions, and how sessions get into their calendar. */
export default function CalendarSettings() {
  return <ProfilePage selected="tab-calendar">{(profile) => <Calendars profile={profile} />}</ProfilePage>;
}

function Calendars({ profile }: { profile: Profile }) {
  const query = useGetCalendarQuery();
  return (
    <QueryContent
      query={query}
      title="Calendar"
      level={2}
      failure="Your calendars did not load"
      skeleton={<SkeletonRows count={3} />}
    >
      {({ feed, sources, days }) => (
        <>
          <DaysSection days={days} workingHours={profile.workingHours} timeZone={profile.timeZone} />
          <SourcesSection sources={sources} />
          <FeedSection feed={feed} />
        </>
      )}
    </QueryContent>
  );
}
