import { type FormEvent, useId, useState } from 'react';
import { instantOf } from '#contract/timeZones.ts';
import { cityOf } from '#src/coaching/zoneTimes.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';

export interface TypedTime {
  day: string;
  time: string;
}

interface AnotherTimeProps {
  value: TypedTime;
  onChange: (value: TypedTime) => void;
  timeZone: string;
  now: number;
  onAdd: (startsAt: string) => void;
}

/** A time that the user enters, in their own time zone. */
export function AnotherTime({ value, onChange, timeZone, now, onAdd }: AnotherTimeProps) {
  const id = useId();
  const { day, time } = value;
  const [error, setError] = useState<{ field: 'day' | 'time'; text: string } | null>(null);
  const change = (typed: Partial<TypedTime>) => {
    onChange({ ...value, ...typed });
    setError(null);
  };
  const refuse = (field: 'day' | 'time', text: string) => {
    setError({ field, text });
    document.getElementById(`${id}-${field}`)?.focus();
  };
  const errorOf = (field: 'day' | 'time') => (error?.field === field ? error.text : null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const wall = Date.parse(`${day}T${time}Z`);
    if (day === '') return refuse('day', time === '' ? 'Enter a day and a time.' : 'Enter a day.');
    if (Number.isNaN(wall)) return refuse('time', 'Enter a time.');
    const instant = instantOf(wall, timeZone);
    if (instant <= now) return refuse('day', 'Choose a time in the future.');
    onAdd(new Date(instant).toISOString());
  };
  return (
    <form className="another-time" onSubmit={add} noValidate>
      <TextField
        label="Day"
        id={`${id}-day`}
        type="date"
        value={day}
        onChange={(typed) => change({ day: typed })}
        error={errorOf('day')}
      />
      <TextField
        label="Time"
        id={`${id}-time`}
        type="time"
        step={900}
        value={time}
        onChange={(typed) => change({ time: typed })}
        error={errorOf('time')}
        help={`Your time, ${cityOf(timeZone)}`}
      />
      <Button type="submit">Add time</Button>
    </form>
  );
}
