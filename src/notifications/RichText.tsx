import { type ReactNode, useMemo } from 'react';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';
import { linkify } from '#src/ui/text/linkify.ts';
import { safeHtml } from './safeHtml.ts';

/** A text with simple HTML. The sanitized HTML is converted to React elements and never inserted as HTML. */
export function RichText({ html }: { html: string }) {
  return useMemo(() => nodesOf(safeHtml(html)), [html]);
}

const nodesOf = (parent: Node): ReactNode[] =>
  Array.from(parent.childNodes, (node, index) => elementOf(node, index));

function elementOf(node: Node, key: number): ReactNode {
  if (!(node instanceof Element))
    return isInLink(node) ? node.textContent : <LinkifiedText key={key} text={node.textContent ?? ''} />;
  const inner = nodesOf(node);
  switch (node.localName) {
    case 'br':
      return <br key={key} />;
    case 'b':
      return <b key={key}>{inner}</b>;
    case 'strong':
      return <strong key={key}>{inner}</strong>;
    case 'i':
      return <i key={key}>{inner}</i>;
    case 'em':
      return <em key={key}>{inner}</em>;
    case 'a':
      return <Anchor key={key} href={node.getAttribute('href') ?? ''} inner={inner} />;
    default:
      return inner;
  }
}

const isInLink = (node: Node) => node.parentElement?.closest('a') != null;

/** A link follows the same rules as in the chat. An address that the chat would not link stays plain text. */
function Anchor({ href, inner }: { href: string; inner: ReactNode[] }) {
  const [link, ...rest] = linkify(href);
  if (link?.kind !== 'link' || link.text !== href || rest.length > 0) return inner;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer">
      {inner}
      <span className="visually-hidden">
        {link.isFile ? ' (a file on a computer)' : ' (opens in a new tab)'}
      </span>
    </a>
  );
}
