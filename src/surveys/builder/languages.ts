import { profileLocales } from '#contract/profile.ts';

/** The languages that a profile can have. */
export const languages: readonly string[] = [
  ...new Set(profileLocales.map((locale) => locale.split('-')[0] ?? locale)),
];

const names = new Intl.DisplayNames('en', { type: 'language' });
export const languageName = (code: string): string => names.of(code) ?? code;
