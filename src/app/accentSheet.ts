import { accentRoles, type Scheme } from '#contract/administration/accent.ts';

const schemes: readonly Scheme[] = ['light', 'dark'];

/** The colour roles of `ui/theme/tokens.css` in an organisation's accent colour. */
export const accentCss = (accent: string) =>
  schemes
    .map((scheme) => {
      const roles = Object.entries(accentRoles(accent, scheme)).map(
        ([role, colour]) => `--${role}:${colour};`,
      );
      return `:root[data-color-scheme="${scheme}"]{${roles.join('')}}`;
    })
    .join('\n');

/**
 * Replaces the primary roles. An adopted style sheet comes after those of the page, and the Content Security Policy
 * allows it.
 */
export function applyAccent(accent: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(accentCss(accent));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
