import { Select } from '@mantine/core';
import { useState } from 'react';
import { Field } from '#src/ui/Field.tsx';

interface TimeZoneFieldProps {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (zone: string) => void;
}

const zonesWith = (value: string) =>
  [...new Set([value, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();
const timeIn = (timeZone: string, now: Date) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(now);
  } catch {
    return null;
  }
};

/** Type a city, pick its zone, and see what time it is there. */
export function TimeZoneField({ id, value, error, onChange }: TimeZoneFieldProps) {
  const [now] = useState(() => new Date());
  const [data] = useState(() =>
    zonesWith(value).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  );
  const time = timeIn(value, now);
  return (
    <Field id={id} label="Time zone" error={error} help={time && `It is ${time} there now.`}>
      {(control) => (
        <Select
          {...control}
          data={data}
          value={value}
          onChange={(zone) => zone && onChange(zone)}
          searchable
          allowDeselect={false}
          maxDropdownHeight={280}
          nothingFoundMessage="No zone with this name"
        />
      )}
    </Field>
  );
}
