import * as z from 'zod/mini';
import { NAME_MAX_LENGTH, TITLE_MAX_LENGTH } from './limits.ts';
import { instant, lineOfText, messagingUuid, numericId } from './text.ts';

/** GET /api/users?department=0: whom one may address. 0 is everybody and never a department (ruling 12). */
export const usersQuerySchema = z.object({ department: z.string().check(z.regex(/^(0|[1-9][0-9]{0,9})$/)) });
export const personSchema = z.object({
  userId: numericId,
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  title: z.nullable(z.string()),
  departmentName: z.nullable(z.string()),
  userAvatar: z.nullable(z.string()),
  initials: z.string(),
  uuid: messagingUuid,
  isActive: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;
export const peopleSchema = z.object({ data: z.array(personSchema) });

/** A Latin letter with no mark after it is whole as it stands; to ask the segmenter takes some 25 µs. */
const WHOLE_LETTER = /^[A-Za-z\u00c0-\u024f](?=[\x20-\u02ff]|$)/;

/** First letters of both names, by grapheme, upper case. */
export function initialsOf(firstName: string, lastName: string): string {
  const first = (text: string) => WHOLE_LETTER.exec(text)?.[0] ?? firstGrapheme(text.trim());
  return `${first(firstName)}${first(lastName)}`.toUpperCase();
}
function firstGrapheme(text: string): string {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text)[Symbol.iterator]().next().value?.segment ?? '';
}
export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim();

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};

/** PUT /api/profile. Saving sets `lastProfileUpdate`. `version` is what was read: another save in between is a 409. */
export const profileEditSchema = z.object({
  firstName: lineOfText(NAME_MAX_LENGTH),
  lastName: lineOfText(NAME_MAX_LENGTH),
  title: z.nullable(lineOfText(TITLE_MAX_LENGTH)),
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'is not a time zone' })),
  version: z.int(),
});
export type ProfileEdit = z.infer<typeof profileEditSchema>;
export const profileSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  title: z.nullable(z.string()),
  timeZone: z.string(),
  departmentName: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  userAvatar: z.nullable(z.string()),
  initials: z.string(),
  lastProfileUpdate: z.nullable(instant),
  version: z.int(),
});
export type Profile = z.infer<typeof profileSchema>;

/** PUT /api/profile/avatar takes the picture's bytes (image/jpeg, image/png, image/webp, at most AVATAR_MAX_BYTES). */
export const avatarSchema = z.object({ userAvatar: z.nullable(z.string()) });
