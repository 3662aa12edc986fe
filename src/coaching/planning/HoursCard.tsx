import { Link } from 'react-router-dom';
import type { CoachingTimes } from '#contract/learning/coaching.ts';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { timeText } from '#src/ui/text/workingHours.ts';

/** The working hours on which the proposals are based. */
export function HoursCard({ times: { me, other } }: { times: CoachingTimes }) {
  const { firstName } = other.person;
  const usual = `Monday to Friday, ${timeText('09:00')} to ${timeText('17:00')}`;
  return (
    <section className="card stack-3" aria-labelledby="hours">
      <h2 className="title-3" id="hours">
        Hours used
      </h2>
      <p className="text-2">
        {me.hasWorkingHours ? (
          <>
            Your working hours, sessions and calendars. <Link to="/profile/calendar">Add a calendar</Link>
          </>
        ) : (
          <>
            {`${usual}, because you have not entered your working hours.`}{' '}
            <Link to="/profile/edit#profile-workingHours">Enter working hours</Link>
          </>
        )}
      </p>
      <p className="text-2">
        {other.hasWorkingHours
          ? `${firstName}’s working hours, sessions and calendars.`
          : `${usual} for ${firstName}, who has not entered working hours.`}
      </p>
      <PrivacyNote>Each of you sees only free and busy times, never titles.</PrivacyNote>
    </section>
  );
}
