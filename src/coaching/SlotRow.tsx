import { useState } from 'react';
import { useFormats } from '#src/ui/text/useFormats.ts';
import './coaching.css';
import { cityOf, tileOf, timeRange, zoneName } from './zoneTimes.ts';

export interface SlotPeople {
  /** First name of the other person. */
  name: string;
  mine: string;
  theirs: string;
}

interface SlotRowProps {
  id?: string;
  type: 'checkbox' | 'radio';
  name: string;
  startsAt: string;
  minutes: number;
  people: SlotPeople;
  note: string | null;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: (isChosen: boolean) => void;
  onTouch?: () => void;
}

/** A time option, shown in both people's time zones if they are in different places. */
export function SlotRow({
  id,
  type,
  name,
  startsAt,
  minutes,
  people,
  note,
  isChosen,
  isDisabled = false,
  onChoose,
  onTouch,
}: SlotRowProps) {
  const { shortDay } = useFormats();
  const { mine, theirs } = people;
  // A time that is taken meanwhile keeps the focus.
  const [wasDisabled] = useState(isDisabled);
  const tile = tileOf(startsAt, mine);
  const isSame = cityOf(mine) === cityOf(theirs);
  return (
    <label className="slot">
      <input
        id={id}
        type={type}
        name={name}
        checked={isChosen}
        disabled={isDisabled && wasDisabled}
        aria-disabled={isDisabled || undefined}
        onChange={(event) => {
          if (isDisabled) return;
          onChoose(event.currentTarget.checked);
          onTouch?.();
        }}
        onFocus={onTouch}
      />
      <span className="tile" aria-hidden="true">
        <span>{tile.weekday}</span>
        <b>{tile.date}</b>
        <span>{tile.month}</span>
      </span>
      <span>
        <span className="visually-hidden">{shortDay(startsAt)}, </span>
        <span className="slot-time">{timeRange(startsAt, minutes, mine)}</span>
        <br />
        <span className="small text-2">
          {isSame ? `You and ${people.name}` : 'You'}, {zoneName(startsAt, mine)}
        </span>
      </span>
      {!isSame && (
        <span>
          <span className="slot-time">{timeRange(startsAt, minutes, theirs)}</span>
          <br />
          <span className="small text-2">
            {people.name}, {zoneName(startsAt, theirs)}
          </span>
        </span>
      )}
      {note && <span className="slot-note small text-2">{note}</span>}
    </label>
  );
}
