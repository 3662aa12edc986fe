import { Fragment } from 'react';
import { placesOf } from './findInMessages.ts';

/** A text in which the places that were searched for stand out. */
export function Marked({ text, sought }: { text: string; sought: string }) {
  const places = placesOf(text, sought);
  const rest = text.slice(places.at(-1)?.[1] ?? 0);
  return (
    <>
      {places.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(places[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {rest}
    </>
  );
}
