import { Fragment } from 'react';
import { matchesIn } from '#src/chat/conversation/findInMessages.ts';

/** A text with the matches of a search in `<mark>`. */
export function SearchHighlight({ text, searchText }: { text: string; searchText: string }) {
  const matches = matchesIn(text, searchText);
  const rest = text.slice(matches.at(-1)?.[1] ?? 0);
  return (
    <>
      {matches.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(matches[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {rest}
    </>
  );
}
