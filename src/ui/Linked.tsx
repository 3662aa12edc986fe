import { Fragment, type ReactNode } from 'react';
import { linkify } from './linkify.ts';

interface LinkedProps {
  text: string;
  /** How plain pieces are drawn, where some of their words stand out. */
  words?: (text: string) => ReactNode;
}

/** A text that a person wrote, with its addresses as links and everything else as the text that it is. */
export function Linked({ text, words = (plain) => plain }: LinkedProps) {
  return linkify(text).map((piece, index) =>
    piece.kind === 'text' ? (
      <Fragment key={index}>{words(piece.text)}</Fragment>
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
