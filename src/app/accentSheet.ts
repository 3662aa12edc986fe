import { accentRoles, type Scheme } from '#contract/administration/accent.ts';

const rolesOf = (accent: string, scheme: Scheme) =>
  Object.entries(accentRoles(accent, scheme))
    .map(([role, colour]) => `--${role}:${colour};`)
    .join('');

/** The colour roles of `ui/theme/tokens.css` in an organisation's accent colour. Prints are light. */
export function accentCss(accent: string): string {
  const light = rolesOf(accent, 'light');
  return [
    `:root[data-color-scheme="light"]{${light}}`,
    `@media print{:root{${light}}}`,
    `@media not print{:root[data-color-scheme="dark"]{${rolesOf(accent, 'dark')}}}`,
  ].join('\n');
}

/**
 * Replaces the primary roles. An adopted style sheet comes after the style sheets of the page, and the Content Security
 * Policy allows it.
 */
export function applyAccent(accent: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(accentCss(accent));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
