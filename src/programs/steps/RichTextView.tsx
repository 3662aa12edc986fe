import type { ReactNode } from 'react';
import type { RichMark, RichNode, RichText } from '#contract/learning/richText.ts';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';

/** Formatted text as elements. It never contains markup of its author. */
export const RichTextView = ({ document }: { document: RichText }) => (
  <div className="prose">{document.content.map(block)}</div>
);

/** The address from which the browser loads an image in a text. */
export const imageAddress = (imageId: string) => `/api/images/${encodeURIComponent(imageId)}`;

function block(node: RichNode, index: number): ReactNode {
  const { type, attrs, content = [] } = node;
  switch (type) {
    case 'heading':
      return attrs?.level === 3 ? (
        <h5 key={index}>{content.map(inline)}</h5>
      ) : (
        <h4 key={index}>{content.map(inline)}</h4>
      );
    case 'bulletList':
      return <ul key={index}>{content.map(block)}</ul>;
    case 'orderedList':
      return (
        <ol key={index} start={attrs?.start}>
          {content.map(block)}
        </ol>
      );
    case 'listItem':
      return <li key={index}>{content.map(block)}</li>;
    case 'image':
      return (
        <img key={index} src={imageAddress(attrs?.imageId ?? '')} alt={attrs?.alt ?? ''} loading="lazy" />
      );
    case 'blockquote':
      return <blockquote key={index}>{content.map(block)}</blockquote>;
    case 'paragraph':
    case 'text':
    case 'hardBreak':
      return <p key={index}>{content.map(inline)}</p>;
  }
}

function inline({ type, text = '', marks = [] }: RichNode, index: number): ReactNode {
  if (type === 'hardBreak') return <br key={index} />;
  const link = marks.find((mark) => mark.type === 'link');
  const plain = link || marks.some((mark) => mark.type === 'code') ? text : <LinkifiedText text={text} />;
  return <span key={index}>{marks.reduce<ReactNode>(withMark, plain)}</span>;
}

function withMark(children: ReactNode, mark: RichMark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{children}</strong>;
    case 'italic':
      return <em>{children}</em>;
    case 'code':
      return <code>{children}</code>;
    case 'link':
      return (
        <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer">
          {children}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      );
  }
}
