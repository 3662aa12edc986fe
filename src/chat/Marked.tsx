import { Fragment } from 'react';
import { placesOf } from './findInMessages.ts';

/** A text in which the places that were searched for stand out. */
export function Marked({ text, sought }: { text: string; sought: string }) {
  const places = placesOf(text, sought);
  let done = 0;
  return (
    <>
      {places.map(([from, to]) => {
        const before = text.slice(done, from);
        done = to;
        return (
          <Fragment key={from}>
            {before}
            <mark>{text.slice(from, to)}</mark>
          </Fragment>
        );
      })}
      {text.slice(done)}
    </>
  );
}
