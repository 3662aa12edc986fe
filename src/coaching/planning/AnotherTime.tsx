import { type FormEvent, useId, useState } from 'react';
import { instantOf } from '#contract/timeZones.ts';
import { cityOf } from '#src/coaching/zoneTimes.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';

interface AnotherTimeProps {
  timeZone: string;
  now: number;
  onAdd: (startsAt: string) => void;
}

/** A time that the user enters, in their own time zone. */
export function AnotherTime({ timeZone, now, onAdd }: AnotherTimeProps) {
  const id = useId();
  const [day, setDay] = useState('');
  const [time, setTime] = useState('');
  const [error, setError] = useState<{ field: 'day' | 'time'; text: string } | null>(null);
  const changed = (set: (value: string) => void) => (value: string) => {
    set(value);
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
        onChange={changed(setDay)}
        error={errorOf('day')}
      />
      <TextField
        label="Time"
        id={`${id}-time`}
        type="time"
        step={900}
        value={time}
        onChange={changed(setTime)}
        error={errorOf('time')}
        help={`Your time, ${cityOf(timeZone)}`}
      />
      <Button type="submit">Add time</Button>
    </form>
  );
}
