import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { hoursOn, type WorkingHours } from '#contract/profile.ts';
import { weekdayName } from '#src/ui/text/workingHours.ts';
import { parseWorkingHours, writeWorkingHours } from './workingHours.ts';

interface WorkingHoursFieldProps {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const USUAL: WorkingHours = { days: [], from: '09:00', until: '17:00' };

/** The user's working days and hours. Without a day there are no hours, so the times are hidden. */
export function WorkingHoursField({ id, value, error, onChange }: WorkingHoursFieldProps) {
  const hours = parseWorkingHours(value) ?? USUAL;
  const change = (next: Partial<typeof hours>) => {
    const all = { ...hours, ...next };
    onChange(all.days.length === 0 ? '' : writeWorkingHours(all));
  };
  const other = hours.other ?? {};
  // When the last other hours are removed, the details stay open around the checkbox that has the focus.
  const [isOpen, setOpen] = useState(false);
  if (Object.keys(other).length > 0 && !isOpen) setOpen(true);
  const setOther = (day: number, times: { from: string; until: string } | null) => {
    const { [day]: _before, ...rest } = other;
    change({ other: times ? { ...rest, [day]: times } : rest });
  };
  const time = (name: 'from' | 'until', label: string) => (
    <div className="field">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        className="input"
        id={`${id}-${name}`}
        type="time"
        value={hours[name]}
        aria-invalid={error ? true : undefined}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  );
  return (
    <fieldset
      className="field working-hours"
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-help ${id}-error` : `${id}-help`}
    >
      <legend className="label">Working hours</legend>
      <div className="working-days">
        {DAYS.map((day) => (
          <label key={day} className="working-day">
            <input
              type="checkbox"
              checked={hours.days.includes(day)}
              aria-label={weekdayName(day, 'long')}
              onChange={(event) =>
                change({
                  days: event.currentTarget.checked
                    ? [...hours.days, day].sort((a, b) => a - b)
                    : hours.days.filter((other) => other !== day),
                })
              }
            />
            {weekdayName(day)}
          </label>
        ))}
      </div>
      {hours.days.length > 0 && (
        <div className="working-times">
          {time('from', 'From')}
          {time('until', 'Until')}
        </div>
      )}
      {hours.days.length > 1 && (
        <details className="working-other" open={isOpen || undefined}>
          <summary>Other hours on some days</summary>
          {hours.days.map((day) => {
            const name = weekdayName(day, 'long');
            const own = other[day];
            const times = hoursOn(hours, day) ?? hours;
            return (
              <div key={day} className="working-times">
                <label className="check">
                  <input
                    type="checkbox"
                    checked={own !== undefined}
                    aria-label={`Other hours on ${name}`}
                    onChange={(event) =>
                      setOther(
                        day,
                        event.currentTarget.checked ? { from: hours.from, until: hours.until } : null,
                      )
                    }
                  />
                  {name}
                </label>
                {own &&
                  (['from', 'until'] as const).map((side) => (
                    <input
                      key={side}
                      className="input"
                      type="time"
                      aria-label={side === 'from' ? `${name} from` : `${name} until`}
                      value={times[side]}
                      onChange={(event) => setOther(day, { ...own, [side]: event.currentTarget.value })}
                    />
                  ))}
              </div>
            );
          })}
        </details>
      )}
      <p className="help" id={`${id}-help`}>
        In your time zone. Your manager and your coaches see them when they plan time with you.
      </p>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="icon" aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
