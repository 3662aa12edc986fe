import { Fragment } from 'react';
import { linkify } from './linkify.ts';

/** A text that a person wrote, with its addresses as links and everything else as the text that it is. */
export function Linked({ text }: { text: string }) {
  return linkify(text).map((piece, index) =>
    piece.kind === 'text' ? (
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <a
        key={index}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer"
        title={piece.isFile ? 'Your browser may refuse to open a file from a page' : undefined}
      >
        {piece.text}
        <span className="visually-hidden">
          {piece.isFile ? ' (a file on a computer)' : ' (opens in a new tab)'}
        </span>
      </a>
    ),
  );
}
