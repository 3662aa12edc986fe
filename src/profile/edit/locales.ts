const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** `English (United States)` */
export const localeName = (locale: string) => names.of(locale) ?? locale;
