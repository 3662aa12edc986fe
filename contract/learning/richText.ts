import * as z from 'zod/mini';

/**
 * Formatted text as the JSON of the editor. Only what is listed here is stored, so that a screen can show it without its
 * own checks. See docs/decisions/0090-rich-text.md.
 */
export type RichMark = { type: 'bold' | 'italic' | 'code' } | { type: 'link'; attrs: { href: string } };
export interface RichNode {
  type:
    | 'paragraph'
    | 'heading'
    | 'bulletList'
    | 'orderedList'
    | 'listItem'
    | 'blockquote'
    | 'image'
    | 'text'
    | 'hardBreak';
  attrs?: { level?: number; start?: number; type?: string | null; imageId?: string; alt?: string };
  content?: RichNode[];
  text?: string;
  marks?: RichMark[];
}
export interface RichText {
  type: 'doc';
  content: RichNode[];
}

export const RICH_TEXT_MAX_LENGTH = 5_000;
const MAX_NODES = 1_000;
const MAX_DEPTH = 8;
const MAX_HREF = 2_000;

/** The text that replaces an image for those who do not see it. */
export const ALT_MAX_LENGTH = 300;

const BLOCKS = ['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'image'];
const INLINE = ['text', 'hardBreak'];
/** What each kind of node can contain. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  doc: BLOCKS,
  paragraph: INLINE,
  heading: INLINE,
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: BLOCKS,
  blockquote: BLOCKS,
  image: [],
  text: [],
  hardBreak: [],
};
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  heading: { level: (value) => value === 2 || value === 3 },
  orderedList: {
    start: (value) => Number.isInteger(value) && Math.abs(value as number) < 100_000,
    type: (value) => value === null,
  },
  image: {
    imageId: (value) => typeof value === 'string' && isImageId(value),
    alt: (value) =>
      typeof value === 'string' && value.trim() !== '' && value.length <= ALT_MAX_LENGTH && isStorable(value),
  },
};
export const isImageId = (text: string) => /^[a-z0-9]{16}$/.test(text);

/** The address of a link as it is stored, or null for anything other than a web or email address. */
export function linkAddress(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || typed.length > MAX_HREF) return null;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(typed)) return `mailto:${typed}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  if (/[\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return null;
  const { protocol, hostname, username, password, href } = new URL(address);
  if (protocol === 'mailto:') return href;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && hostname.includes('.') && username === '' && password === '' ? href : null;
}

/** The address of a web page as it is stored, or null for any other address. */
export function webAddress(text: string): string | null {
  const address = linkAddress(text);
  return address?.startsWith('mailto:') ? null : address;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();
const named = (type: unknown) => `“${String(type).slice(0, 30)}”`;

/** A message about the first part of a document that is not allowed; null if all parts are allowed. */
function findProblem(document: unknown): string | null {
  let nodes = 0;
  const check = (node: unknown, allowed: readonly string[], depth: number): string | null => {
    nodes += 1;
    if (nodes > MAX_NODES) return `contains more than ${MAX_NODES} paragraphs and pieces of text`;
    if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
    if (!isObject(node) || typeof node.type !== 'string') return 'is not formatted text';
    const { type, attrs = {}, content = [], text, marks = [], ...rest } = node;
    if (!allowed.includes(type as string)) return `contains ${named(type)}, which is not allowed here`;
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) return `contains the field ${named(unknown)}, which is not allowed`;
    if (type === 'text' ? typeof text !== 'string' || text === '' : text !== undefined)
      return 'contains text in the wrong place';
    if (typeof text === 'string' && !isStorable(text)) return 'contains characters that cannot be stored';
    return (
      findAttributeProblem(type as string, attrs) ??
      findMarkProblem(type as string, marks) ??
      checkAll(content, CHILDREN[type as string] ?? [], depth + 1)
    );
  };
  const checkAll = (content: unknown, allowed: readonly string[], depth: number): string | null => {
    if (!Array.isArray(content)) return 'is not formatted text';
    for (const child of content) {
      const problem = check(child, allowed, depth);
      if (problem !== null) return problem;
    }
    return null;
  };
  const problem = check(document, ['doc'], 0);
  if (problem !== null) return problem;
  const { length } = plainTextOf(document as RichText);
  return length > RICH_TEXT_MAX_LENGTH ? `is longer than ${RICH_TEXT_MAX_LENGTH} characters` : null;
}

function findAttributeProblem(type: string, attrs: unknown): string | null {
  if (!isObject(attrs)) return 'is not formatted text';
  const allowed = ATTRIBUTES[type] ?? {};
  for (const [name, value] of Object.entries(attrs))
    if (!Object.hasOwn(allowed, name) || !allowed[name]?.(value))
      return `contains ${named(type)} with a ${named(name)} that is not allowed`;
  if (type === 'heading' && attrs.level === undefined) return 'contains a heading without a level';
  return type === 'image' && (attrs.imageId === undefined || attrs.alt === undefined)
    ? 'contains an image without an id or an alternative text'
    : null;
}

function findMarkProblem(type: string, marks: unknown): string | null {
  if (!Array.isArray(marks) || (marks.length > 0 && type !== 'text')) return 'is not formatted text';
  for (const mark of marks) {
    if (!isObject(mark)) return 'is not formatted text';
    const { type: kind, attrs, ...rest } = mark;
    if (Object.keys(rest).length > 0) return `contains ${named(kind)}, which is not allowed`;
    if (kind === 'link') {
      const href = isObject(attrs) && Object.keys(attrs).length === 1 ? attrs.href : null;
      if (typeof href !== 'string' || !/^(https?|mailto):/i.test(href) || linkAddress(href) === null)
        return `contains a link that is not a web or email address: ${named(href)}`;
    } else if (!['bold', 'italic', 'code'].includes(String(kind)) || attrs !== undefined)
      return `contains ${named(kind)}, which is not allowed`;
  }
  return null;
}

/** Formatted text. The message of an error says what is not allowed. */
export const richTextSchema: z.ZodMiniType<RichText, RichText> = z
  .object({ type: z.literal('doc'), content: z.array(z.any()) })
  .check((payload) => {
    const message = findProblem(payload.value);
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value });
  });

/** The text without its format. A link is followed by its address. */
export const plainTextOf = ({ content }: RichText): string => content.map(blockText).join('\n\n').trim();

function blockText(node: RichNode): string {
  const { type, content = [] } = node;
  switch (type) {
    case 'bulletList':
      return content.map((item) => `• ${blockText(item)}`).join('\n');
    case 'orderedList':
      return content
        .map((item, index) => `${(node.attrs?.start ?? 1) + index}. ${blockText(item)}`)
        .join('\n');
    case 'listItem':
    case 'blockquote':
      return content.map(blockText).join('\n');
    case 'image':
      return imageText(node);
    case 'paragraph':
    case 'heading':
    case 'text':
    case 'hardBreak':
      return content.map(inlineText).join('');
  }
}

function inlineText({ type, text = '', marks = [] }: RichNode): string {
  if (type === 'hardBreak') return '\n';
  const link = marks.find((mark) => mark.type === 'link');
  return link?.type === 'link' && link.attrs.href !== text ? `${text} (${link.attrs.href})` : text;
}

const imageText = ({ attrs }: RichNode) => `[Image: ${attrs?.alt ?? ''}]`;

/** The ids of all images in a document. */
export const imageIdsOf = ({ content = [] }: Pick<RichNode, 'content'>): string[] =>
  content.flatMap((node) => (node.type === 'image' ? [node.attrs?.imageId ?? ''] : imageIdsOf(node)));

/** The document, with each image replaced by its alternative text. */
export const withoutImages = (document: RichText): RichText => ({
  ...document,
  content: document.content.map(withoutImage),
});
const withoutImage = (node: RichNode): RichNode =>
  node.type === 'image'
    ? { type: 'paragraph', content: [{ type: 'text', text: imageText(node) }] }
    : { ...node, ...(node.content && { content: node.content.map(withoutImage) }) };

/** Converts plain text with paragraphs to a document. */
export const richTextOf = (text: string): RichText => ({
  type: 'doc',
  content: text.split(/\n{2,}/).map((paragraph) => ({
    type: 'paragraph',
    content: paragraph
      .split('\n')
      .flatMap((line, index): RichNode[] => [
        ...(index > 0 ? [{ type: 'hardBreak' as const }] : []),
        ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
      ]),
  })),
});
