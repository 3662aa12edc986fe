/** The errors without those of a field, which can name a part of it, as in `quietHours.from`. */
export const withoutErrorsOf = (errors: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field.split('.')[0] !== name));
