import { CalendarOff, Clock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CoachingDay } from '#contract/learning/calendar.ts';
import type { WorkingHours } from '#contract/profile.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { timeText, workingHoursText } from '#src/ui/text/workingHours.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useRemoveCoachingDaysMutation } from '#store/coaching/calendarApi.ts';
import { ChangeDays } from './ChangeDays.tsx';
import { type DayRun, runsOf } from './dayRuns.ts';
import './calendarSettings.css';

interface DaysSectionProps {
  days: readonly CoachingDay[];
  workingHours: WorkingHours | null;
  timeZone: string;
}

/** When the user has time for sessions: working hours, days off and days with other hours. */
export function DaysSection({ days, workingHours, timeZone }: DaysSectionProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="section stack-3" aria-labelledby="availability">
      <div className="section-head">
        <div>
          <h2 className="title-2" id="availability">
            Availability
          </h2>
          <p className="text-2">
            {workingHours
              ? `${workingHoursText(workingHours)}, time zone ${timeZone.replaceAll('_', ' ')}.`
              : `You have not entered working hours: Monday to Friday, ${timeText('09:00')} to ${timeText('17:00')} applies, time zone ${timeZone.replaceAll('_', ' ')}.`}{' '}
            <Link to="/profile/edit#profile-workingHours">
              {workingHours ? 'Edit working hours' : 'Enter working hours'}
            </Link>
          </p>
        </div>
        <Button onClick={() => setAdding(true)}>Change days</Button>
      </div>
      {days.length > 0 && (
        <ul className="calendar-list" aria-label="Days off and days with other hours">
          {runsOf(days).map((run) => (
            <RunRow key={run.firstDay} run={run} />
          ))}
        </ul>
      )}
      {days.length === 0 && <p className="text-3">You have no days off and no days with other hours.</p>}
      {isAdding && <ChangeDays onClose={() => setAdding(false)} />}
    </section>
  );
}

function RunRow({ run: { firstDay, lastDay, hours } }: { run: DayRun }) {
  const { shortDay, longDay } = useFormats();
  const [remove, { isLoading, error }] = useRemoveCoachingDaysMutation();
  const name = firstDay === lastDay ? longDay(firstDay) : `${shortDay(firstDay)} to ${shortDay(lastDay)}`;
  const Icon = hours ? Clock : CalendarOff;
  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="strong figures">{name}</p>
        <p className="small text-3 figures">
          {hours ? `${timeText(hours.from)} to ${timeText(hours.until)}` : 'No sessions'}
        </p>
        {error && (
          <p className="field-error" role="alert">
            {problemOf(error).message}
          </p>
        )}
      </div>
      <Button
        small
        busy={isLoading}
        aria-label={`Remove: ${name}`}
        onClick={() => void remove({ firstDay, lastDay })}
      >
        Remove
      </Button>
    </li>
  );
}
