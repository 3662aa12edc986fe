import { Fragment, type ReactNode } from 'react';
import { linkify } from './linkify.ts';

interface LinkifiedTextProps {
  text: string;
  /** Renders plain parts, for example to highlight words in them. */
  words?: (text: string) => ReactNode;
}

/** A user's text with its web addresses as links. Everything else is plain text, never markup. */
export function LinkifiedText({ text, words = (plain) => plain }: LinkifiedTextProps) {
  return linkify(text).map((piece, index) =>
    piece.kind === 'text' ? (
      <Fragment key={index}>{words(piece.text)}</Fragment>
    ) : (
      <a
        key={index}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer"
        title={piece.isFile ? 'Your browser may block links to files' : undefined}
      >
        {piece.text}
        <span className="visually-hidden">
          {piece.isFile ? ' (a file on a computer)' : ' (opens in a new tab)'}
        </span>
      </a>
    ),
  );
}
