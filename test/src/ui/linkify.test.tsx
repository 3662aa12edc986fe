import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';
import { linkify } from '#src/ui/text/linkify.ts';

const linksIn = (text: string) =>
  linkify(text).flatMap((piece) => (piece.kind === 'link' ? [[piece.text, piece.href]] : []));

describe('addresses that become links', () => {
  it.each([
    ['https://example.org', 'https://example.org', 'https://example.org/'],
    ['HTTP://EXAMPLE.org/A', 'HTTP://EXAMPLE.org/A', 'http://example.org/A'],
    ['see www.example.org/notes.', 'www.example.org/notes', 'https://www.example.org/notes'],
    ['ftp://files.example.org/a.zip', 'ftp://files.example.org/a.zip', 'ftp://files.example.org/a.zip'],
    ['file:///home/a.txt', 'file:///home/a.txt', 'file:///home/a.txt'],
    ['(https://example.org/a)', 'https://example.org/a', 'https://example.org/a'],
    ['https://example.org/a_(b)', 'https://example.org/a_(b)', 'https://example.org/a_(b)'],
    ['(see https://example.org/a_(b)).', 'https://example.org/a_(b)', 'https://example.org/a_(b)'],
    ['“https://example.org/?q=1&r=2”', 'https://example.org/?q=1&r=2', 'https://example.org/?q=1&r=2'],
    ['https://example.org/?!…', 'https://example.org/', 'https://example.org/'],
    ['https://bücher.example/ß', 'https://bücher.example/ß', 'https://xn--bcher-kva.example/%C3%9F'],
    ['https://example.org:8443/x#y', 'https://example.org:8443/x#y', 'https://example.org:8443/x#y'],
    ['<https://example.org/a>', 'https://example.org/a', 'https://example.org/a'],
    ['Link:https://example.org/a', 'https://example.org/a', 'https://example.org/a'],
    ['visit:www.example.org', 'www.example.org', 'https://www.example.org/'],
    ['see-https://example.org/a', 'https://example.org/a', 'https://example.org/a'],
    ['こちらhttps://example.org/a', 'https://example.org/a', 'https://example.org/a'],
  ])('has a link: %s', (text, shown, href) => {
    expect(linksIn(text)).toEqual([[shown, href]]);
  });

  it('finds several addresses in one text', () => {
    expect(linksIn('https://a.example, http://b.example\nwww.c.example').map(([shown]) => shown)).toEqual([
      'https://a.example',
      'http://b.example',
      'www.c.example',
    ]);
  });
});

describe('text that does not become a link', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.org/1',
    'mailto:a@example.org',
    'tel:+4917155520',
    'intent://example.org#Intent;end',
    'javascript:https://example.org',
    'view-source:https://example.org',
    'feed:https://example.org',
    'data:text/html,https://example.org',
    '(javascript:location=https://example.org)',
    'sftp://example.org',
    'xhttps://example.org',
    'a@www.example.org',
    'https://',
    'http://.',
    'https:///',
    'www.',
    'www..example.org',
    'https:example.org',
    '//example.org',
    'example.org',
    'https://user@evil.example',
    'https://bank.example:pass@evil.example',
    'https://\u202Egro.elpmaxe',
    'https://exam\u200Bple.org',
    '&lt;a href="x"&gt;',
  ])('stays text: %s', (text) => {
    expect(linksIn(text)).toEqual([]);
  });
});

it('keeps the text unchanged and links only the four schemes', () => {
  const pieces = fc.constantFrom(
    'https://',
    'www.',
    'javascript:',
    'file://',
    '.',
    ')',
    '(',
    '@',
    'a.b',
    ' ',
    '\n',
    '<',
    '"',
    'é',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const found = linkify(text);
      expect(found.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of found) if (piece.kind === 'link') expect(piece.href).toMatch(/^(https?|ftp|file):/);
    }),
    { numRuns: 500 },
  );
});

it('opens links in a new tab without access to the page, and shows markup as text', () => {
  render(<LinkifiedText text={'<img src=x onerror=alert(1)> https://example.org file:///etc/x'} />);
  const [web, file] = screen.getAllByRole('link');
  expect(web).toHaveAttribute('href', 'https://example.org/');
  for (const link of [web, file]) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  expect(file).toHaveAccessibleName(/a file on a computer/);
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(document.body).toHaveTextContent('<img src=x onerror=alert(1)>');
});
