import DOMPurify from 'dompurify';

/**
 * The allowed HTML of a notification (decision 0020). Other tags are removed; scripts and styles are removed with their
 * content.
 */
const ALLOWED = {
  ALLOWED_TAGS: ['b', 'i', 'em', 'strong', 'br', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** The sanitized HTML as a fragment that is not in the document. */
export const safeHtml = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, { ...ALLOWED, ALLOWED_TAGS: [...ALLOWED.ALLOWED_TAGS], ALLOWED_ATTR: ['href'] });
