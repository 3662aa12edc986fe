import type { EmotionCache } from '@emotion/react';

type Sheet = EmotionCache['sheet'];
const converted = new WeakMap<Sheet, Sheet>();

/** Makes Emotion's style sheet write into an adopted style sheet instead of style elements. */
export function adoptedSheet(document: Document, sheet: Sheet): Sheet {
  const known = converted.get(sheet);
  if (known) return known;
  const target = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, target];
  sheet.insert = (rule) => {
    try {
      target.insertRule(rule, target.cssRules.length);
    } catch {
      // Rules with vendor prefixes of other browsers cannot be parsed.
    }
  };
  sheet.flush = () => target.replaceSync('');
  converted.set(sheet, sheet);
  return sheet;
}
