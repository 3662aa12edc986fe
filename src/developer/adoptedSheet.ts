import type { EmotionCache } from '@emotion/react';

type Sheet = EmotionCache['sheet'];
const made = new WeakMap<Sheet, Sheet>();

/** The sheet of the style library, writing into one that is adopted by the document instead of into elements. */
export function adoptedSheet(document: Document, sheet: Sheet): Sheet {
  const known = made.get(sheet);
  if (known) return known;
  const target = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, target];
  sheet.insert = (rule) => {
    try {
      target.insertRule(rule, target.cssRules.length);
    } catch {
      // Rules for other browsers are among them, which this one cannot read.
    }
  };
  sheet.flush = () => target.replaceSync('');
  made.set(sheet, sheet);
  return sheet;
}
