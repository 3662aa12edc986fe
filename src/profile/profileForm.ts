import type { Profile, ProfileEdit } from '#contract/profile.ts';
import { profileEditSchema } from '#contract/profile.ts';

/** The values of the form fields. */
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

/** Before the first save, the time zone is the browser's: nobody has chosen one yet. */
export const fieldsOf = ({
  firstName,
  lastName,
  title,
  timeZone,
  lastProfileUpdate,
}: Profile): ProfileFields => ({
  firstName,
  lastName,
  title: title ?? '',
  timeZone: lastProfileUpdate === null ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone,
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

/** Validates with the contract, so that the form and the server agree. Messages follow the label: “Title is missing”. */
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

/** Reads a stored draft; ignores anything this form does not write. */
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
