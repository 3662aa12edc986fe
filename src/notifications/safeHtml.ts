import DOMPurify from 'dompurify';

/** What may remain of a notification's HTML (ruling 22). Everything else loses its tag, and scripts and styles all they hold. */
const ALLOWED = {
  ALLOWED_TAGS: ['b', 'i', 'em', 'strong', 'br', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** The allowed part of it, outside of the page. */
export const safeHtml = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, { ...ALLOWED, ALLOWED_TAGS: [...ALLOWED.ALLOWED_TAGS], ALLOWED_ATTR: ['href'] });
