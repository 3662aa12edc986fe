import fc from 'fast-check';
import {
  imageIdsOf,
  linkAddress,
  plainTextOf,
  type RichText,
  richTextOf,
  richTextSchema,
  withoutImages,
} from '#contract/learning/richText.ts';

const text = (value: string, ...marks: unknown[]) => ({ type: 'text', text: value, marks });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const problemIn = (document: unknown) => richTextSchema.safeParse(document).error?.issues[0]?.message ?? null;
const image = (attrs: object) => ({ type: 'image', attrs });
const imageId = 'i'.repeat(16);
const link = (href: unknown) => ({ type: 'link', attrs: { href } });

it('accepts everything that the editor can produce', () => {
  const document = doc(
    { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
    paragraph(
      text('Bold', { type: 'bold' }),
      { type: 'hardBreak' },
      text('site', link('https://a.example/x')),
    ),
    {
      type: 'orderedList',
      attrs: { start: 3, type: null },
      content: [{ type: 'listItem', content: [paragraph(text('One')), { type: 'bulletList', content: [] }] }],
    },
    { type: 'blockquote', content: [paragraph(), image({ imageId, alt: 'A bridge' })] },
  );
  expect(problemIn(document)).toBeNull();
  expect(plainTextOf(document as RichText)).toBe(
    'Title\n\nBold\nsite (https://a.example/x)\n\n3. One\n\n\n\n[Image: A bridge]',
  );
  expect(imageIdsOf(document as RichText)).toEqual([imageId]);
  const exported = withoutImages(document as RichText);
  expect(problemIn(exported)).toBeNull();
  expect([imageIdsOf(exported), plainTextOf(exported)]).toEqual([[], plainTextOf(document as RichText)]);
});

it.each([
  [doc({ type: 'iframe' }), 'contains “iframe”, which is not allowed here'],
  [doc(text('No paragraph')), 'contains “text”, which is not allowed here'],
  [
    doc({ type: 'paragraph', attrs: { style: 'x' } }),
    'contains “paragraph” with a “style” that is not allowed',
  ],
  [doc({ type: 'heading', content: [] }), 'contains a heading without a level'],
  [doc({ type: 'paragraph', onclick: 'x' }), 'contains the field “onclick”, which is not allowed'],
  [doc(paragraph(text('x', { type: 'textStyle' }))), 'contains “textStyle”, which is not allowed'],
  [
    doc(paragraph(text('x', link('javascript:alert(1)')))),
    'contains a link that is not a web or email address: “javascript:alert(1)”',
  ],
  [
    doc(paragraph(text('x', link('//a.example')))),
    'contains a link that is not a web or email address: “//a.example”',
  ],
  [doc(image({ imageId })), 'contains an image without an id or an alternative text'],
  [doc(image({ imageId, alt: ' ' })), 'contains “image” with a “alt” that is not allowed'],
  [doc(image({ imageId: '../x', alt: 'x' })), 'contains “image” with a “imageId” that is not allowed'],
  [
    doc(image({ imageId, alt: 'x', src: 'https://evil.example/x.png' })),
    'contains “image” with a “src” that is not allowed',
  ],
  [doc(paragraph(image({ imageId, alt: 'x' }))), 'contains “image”, which is not allowed here'],
  [doc(paragraph(text('a\u0000'))), 'contains characters that cannot be stored'],
  [doc(paragraph(text('x'.repeat(5_001)))), 'is longer than 5000 characters'],
  [
    doc(...Array.from({ length: 1_001 }, () => paragraph())),
    'contains more than 1000 paragraphs and pieces of text',
  ],
  [doc(null), 'is not formatted text'],
  [doc(paragraph({ type: 'text' })), 'contains text in the wrong place'],
])('refuses a document that is not allowed: %j', (document, message) => {
  expect(problemIn(document)).toBe(message);
});

it('refuses deep nesting with a message', () => {
  let nested: unknown = paragraph();
  for (let depth = 0; depth < 20_000; depth++) nested = { type: 'blockquote', content: [nested] };
  expect(problemIn(doc(nested))).toBe('is nested more than 8 levels deep');
});

it('accepts only web and email addresses, and completes them', () => {
  expect(linkAddress(' a.example/x ')).toBe('https://a.example/x');
  expect(linkAddress('kim@a.example')).toBe('mailto:kim@a.example');
  for (const typed of [
    '',
    'word',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    'https://u:p@a.example',
    'ht tp://a.b',
  ])
    expect(linkAddress(typed)).toBeNull();
});

it('keeps the words of plain text when it is converted to a document', () => {
  const line = fc.stringMatching(/^[a-z ]*[a-z]$/);
  fc.assert(
    fc.property(
      fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      (paragraphs) => {
        const plain = paragraphs
          .map((lines) => lines.join('\n'))
          .join('\n\n')
          .trim();
        const document = richTextOf(plain);
        expect(problemIn(document)).toBeNull();
        expect(plainTextOf(document)).toBe(plain);
      },
    ),
    { numRuns: 100 },
  );
});
