import { CalendarDays } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Insights } from '#contract/insights/insights.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { dayOfFigures } from './insightsTexts.ts';

const DAY_MS = 24 * 60 * 60_000;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

interface AsOfProps {
  insights: Insights;
  /** Today if there is no value. */
  asOf: string | undefined;
  onChange: (asOf: string | undefined) => void;
}

/** The day of the figures: a date field, and a range from the first invitation to today. Arrows move by a day, Page Up and Down by a week. */
export function AsOf({ insights, asOf, onChange }: AsOfProps) {
  const { longDay, shortDay } = useFormats();
  const id = useId();
  const [today] = useState(() => isoDay(Date.now()));
  const first = insights.firstInvitedAt ? isoDay(Date.parse(insights.firstInvitedAt)) : today;
  const [earliest, setEarliest] = useState(first);
  if (first < earliest) setEarliest(first);
  const last = Date.parse(today);
  const start = Math.min(Date.parse(earliest), last);
  const days = Math.round((last - start) / DAY_MS);
  const chosen = asOf ?? today;
  const [position, setPosition] = useState({ of: chosen, value: toPosition(chosen) });
  if (position.of !== chosen) setPosition({ of: chosen, value: toPosition(chosen) });
  function toPosition(day: string) {
    return Math.max(0, Math.round((Date.parse(day) - start) / DAY_MS));
  }
  const choose = (day: string) => onChange(day >= today || day === '' ? undefined : day);
  const moved = isoDay(start + position.value * DAY_MS);
  // The figures update when the slider stops moving.
  useEffect(() => {
    if (moved === chosen) return;
    const timer = setTimeout(() => onChange(moved >= today ? undefined : moved), 300);
    return () => clearTimeout(timer);
  }, [moved, chosen, today, onChange]);
  return (
    <div className="as-of">
      <div className="as-of-field">
        <CalendarDays className="icon icon-small" aria-hidden="true" />
        <label htmlFor={id}>As of</label>
        <input
          id={id}
          className="input"
          type="date"
          min={chosen < earliest ? chosen : earliest}
          max={today}
          value={moved}
          onChange={(event) => event.currentTarget.value !== '' && choose(event.currentTarget.value)}
        />
      </div>
      {days > 0 && (
        <div className="as-of-range">
          <input
            type="range"
            aria-label="As of, by day"
            aria-valuetext={longDay(moved)}
            min={0}
            max={days}
            value={Math.min(position.value, days)}
            onChange={(event) => setPosition({ of: chosen, value: Number(event.currentTarget.value) })}
            onKeyDown={(event) => {
              const step = { PageUp: 7, PageDown: -7 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              setPosition({ of: chosen, value: Math.min(days, Math.max(0, position.value + step)) });
            }}
          />
          <div className="as-of-ends small text-2" aria-hidden="true">
            <span>{shortDay(isoDay(start))}</span>
            <span>Today</span>
          </div>
        </div>
      )}
      {(insights.isPast || asOf !== undefined) && (
        <p className="as-of-past small">
          <span role="status">
            {/* The day of the figures on screen: those of the chosen day can be loading or have failed. */}
            {insights.isPast &&
              `Figures for ${longDay(dayOfFigures(insights))}, at the end of the day in UTC.`}
          </span>{' '}
          <Button small variant="plain" onClick={() => onChange(undefined)}>
            Show today
          </Button>
        </p>
      )}
    </div>
  );
}
