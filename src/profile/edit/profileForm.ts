import { type Profile, type ProfileEdit, profileEditSchema, profileLocales } from '#contract/profile.ts';
import { workingHoursText } from '#src/ui/text/workingHours.ts';
import { localeName } from './locales.ts';
import { parseWorkingHours, writeWorkingHours } from './workingHours.ts';

/** The values of the form fields. Working hours are written as `1,2,3 09:00 17:00`, topics with commas. */
export interface ProfileFields {
  firstName: string;
  lastName: string;
  title: string;
  pronouns: string;
  timeZone: string;
  locale: string;
  workingHours: string;
  helpTopics: string;
}
export type FieldName = keyof ProfileFields;
export const fieldLabels: Record<FieldName, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  pronouns: 'Pronouns',
  timeZone: 'Time zone',
  locale: 'Dates and numbers',
  workingHours: 'Working hours',
  helpTopics: 'Topics you can help with',
};
export const fieldNames = Object.keys(fieldLabels) as FieldName[];
export type FieldErrors = Partial<Record<FieldName, string>>;

/** Before the first save, the time zone is the browser's. */
export const fieldsOf = ({
  firstName,
  lastName,
  title,
  timeZone,
  lastProfileUpdate,
  pronouns,
  locale,
  workingHours,
  helpTopics,
}: Profile): ProfileFields => ({
  firstName,
  lastName,
  title: title ?? '',
  timeZone: lastProfileUpdate === null ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone,
  pronouns: pronouns ?? '',
  locale: locale ?? '',
  workingHours: workingHours ? writeWorkingHours(workingHours) : '',
  helpTopics: helpTopics.join(', '),
});
export const changedFields = (fields: ProfileFields, base: ProfileFields): FieldName[] =>
  fieldNames.filter((name) => fields[name].trim() !== base[name].trim());

/** A value as text, for example in the list of changes from elsewhere. */
export function valueText(name: FieldName, value: string): string {
  if (value === '') return name === 'locale' ? 'as in the browser' : '(empty)';
  const hours = name === 'workingHours' ? parseWorkingHours(value) : null;
  if (hours) return `“${workingHoursText(hours)}”`;
  return `“${name === 'locale' ? localeName(value) : value}”`;
}

export const editOf = (fields: ProfileFields, version: number): ProfileEdit => ({
  firstName: fields.firstName.trim(),
  lastName: fields.lastName.trim(),
  title: fields.title.trim() === '' ? null : fields.title.trim(),
  timeZone: fields.timeZone,
  pronouns: fields.pronouns.trim() === '' ? null : fields.pronouns.trim(),
  locale: profileLocales.find((locale) => locale === fields.locale) ?? null,
  workingHours: parseWorkingHours(fields.workingHours),
  helpTopics: [...new Set(fields.helpTopics.split(',').map((topic) => topic.trim()))].filter(Boolean),
  version,
});

/**
 * Validates with the contract, so that the form and the server agree. A message starts with the label: “Title is
 * missing”.
 */
export function errorsIn(edit: ProfileEdit): FieldErrors {
  const checked = profileEditSchema.safeParse(edit);
  if (checked.success) return {};
  const errors: FieldErrors = {};
  for (const { path, message } of checked.error.issues) {
    const name = fieldNames.find((field) => field === path[0]);
    if (name) errors[name] ??= message;
  }
  return errors;
}
export const errorText = (name: FieldName, error: string) => `${fieldLabels[name]} ${error}`;

/** Reads a stored draft. Ignores anything that this form does not write. */
export function parseDraft(text: string): Partial<ProfileFields> {
  if (text === '') return {};
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft !== 'object' || draft === null) return {};
    return Object.fromEntries(
      Object.entries(draft).filter(([key, value]) => key in fieldLabels && typeof value === 'string'),
    );
  } catch {
    return {};
  }
}
