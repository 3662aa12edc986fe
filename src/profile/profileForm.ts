import type { Profile, ProfileEdit } from '#contract/people.ts';
import { profileEditSchema } from '#contract/people.ts';

/** What the form holds: the fields as they are typed. */
export interface ProfileFields {
  firstName: string;
  lastName: string;
  title: string;
  timeZone: string;
}
export type FieldName = keyof ProfileFields;
export const fieldLabels: Record<FieldName, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  timeZone: 'Time zone',
};
export const fieldNames = Object.keys(fieldLabels) as FieldName[];
export type FieldErrors = Partial<Record<FieldName, string>>;

export const fieldsOf = ({ firstName, lastName, title, timeZone }: Profile): ProfileFields => ({
  firstName,
  lastName,
  title: title ?? '',
  timeZone,
});
export const changedFields = (fields: ProfileFields, base: ProfileFields): FieldName[] =>
  fieldNames.filter((name) => fields[name].trim() !== base[name].trim());

export const editOf = (fields: ProfileFields, version: number): ProfileEdit => ({
  firstName: fields.firstName.trim(),
  lastName: fields.lastName.trim(),
  title: fields.title.trim() === '' ? null : fields.title.trim(),
  timeZone: fields.timeZone,
  version,
});

/** The contract's own rules, so that the form and the server never disagree. `is missing` reads on from the label. */
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
export const errorSentence = (name: FieldName, error: string) => `${fieldLabels[name]} ${error}`;

/** What was typed comes back after a reload of the session, unless it is not what this form writes. */
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
