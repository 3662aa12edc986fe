import { render } from '@testing-library/react';
import { RichText } from '#src/notifications/RichText.tsx';

const shown = (html: string) => render(<RichText html={html} />).container;
const ALLOWED = new Set(['B', 'I', 'EM', 'STRONG', 'BR', 'A', 'SPAN']);

describe('HTML in a notification', () => {
  it('keeps bold, italic, line breaks and links', () => {
    const text = shown(
      '<b>a</b> <i>b</i> <em>c</em> <strong>d</strong><br><a href="https://x.example/p">e</a>',
    );
    for (const tag of ['b', 'i', 'em', 'strong', 'br']) expect(text.querySelectorAll(tag)).toHaveLength(1);
    expect(text.querySelector('a')).toHaveAttribute('href', 'https://x.example/p');
    expect(text.querySelector('a')).toHaveAttribute('target', '_blank');
    expect(text.querySelector('a')).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<b onclick=alert(1) style="position:fixed" class="panel" id="root">x</b>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="/api"><input name=password><button>ok</button></form>',
    '<a href="https://x.example" onclick="alert(1)" target="_self" download>x</a>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template><base href="//evil.example"><meta http-equiv=refresh content=0>',
    '<p>paragraph</p><h1>title</h1><ul><li>item</ul><marquee>run</marquee>',
  ])('removes everything else from %s', (html) => {
    for (const element of shown(html).querySelectorAll('*')) {
      expect(ALLOWED).toContain(element.tagName);
      const attributes = element.getAttributeNames();
      if (element.tagName === 'A') expect(attributes.sort()).toEqual(['href', 'rel', 'target']);
      else expect(attributes.filter((name) => name !== 'class')).toEqual([]);
    }
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/api/session',
    'mailto:x@y.example',
    'https://user:word@x.example',
    'https://x.example evil',
  ])('shows no link to %s, only its text', (href) => {
    const text = shown(`<a href="${href}">link text</a>`);
    expect(text.querySelector('a')).toBeNull();
    expect(text).toHaveTextContent('link text');
  });

  it('links URLs in its text in the same way as the chat', () => {
    const links = shown('see <b>www.trellis.example/a</b>.').querySelectorAll('a');
    expect(Array.from(links, (link) => link.getAttribute('href'))).toEqual(['https://www.trellis.example/a']);
  });

  it('shows any other text unchanged', () => {
    expect(shown('1 &lt; 2 &amp; مرحبا 👩‍👩‍👧 <unknown>x</unknown>')).toHaveTextContent(
      '1 < 2 & مرحبا 👩‍👩‍👧 x',
    );
  });
});
