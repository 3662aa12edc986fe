import { useState } from 'react';
import { Combobox } from '#src/ui/controls/Combobox.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { useNow } from '#src/ui/text/useNow.ts';
import { type Offsets, offsetsOf, searchTimeZones, timeIn, timeZonesWith } from './timeZones.ts';

interface TimeZoneFieldProps {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (zone: string) => void;
}

/** Finds a time zone by city or UTC offset and shows the current time there. */
export function TimeZoneField({ id, value, error, onChange }: TimeZoneFieldProps) {
  const now = new Date(useNow());
  const [zones] = useState(() => timeZonesWith(value));
  /** Empty until the field is used, because computing the offsets takes time. */
  const [offsets, setOffsets] = useState<Offsets>(new Map());
  /** The search text; null while the selected zone is shown. */
  const [search, setSearch] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const selected = zones.find((zone) => zone.id === value) ?? null;
  const time = timeIn(value, now);
  const computeOffsets = () => {
    if (offsets.size === 0) setOffsets(offsetsOf(zones, now));
  };
  const open = (next: boolean) => {
    if (!next) setSearch(null);
    setOpen(next);
  };
  return (
    <Field id={id} label="Time zone" error={error} help={time && `It is ${time} there now.`}>
      {(control) => (
        <Combobox
          label="Time zones"
          input={{ ...control, onFocus: computeOffsets }}
          items={search === null ? zones : searchTimeZones(zones, offsets, search)}
          value={selected}
          text={search ?? selected?.name ?? ''}
          textOf={({ name }) => name}
          keyOf={(zone) => zone.id}
          isOpen={isOpen}
          onOpenChange={open}
          onTextChange={setSearch}
          onChange={(zone) => onChange(zone.id)}
          empty="No matching time zone"
        >
          {({ id: zone, name }) => (
            <>
              <span className="grow">{name}</span>{' '}
              <span className="small text-3 figures">{offsets.get(zone)}</span>
            </>
          )}
        </Combobox>
      )}
    </Field>
  );
}
