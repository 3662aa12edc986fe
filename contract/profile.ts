import * as z from 'zod/mini';
import { NAME_MAX_LENGTH, TITLE_MAX_LENGTH } from './limits.ts';
import { instant, singleLineText } from './text.ts';

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};

/** PUT /api/profile. Sets `lastProfileUpdate`. `version` is the version the edit is based on; if it is outdated: 409. */
export const profileEditSchema = z.object({
  firstName: singleLineText(NAME_MAX_LENGTH),
  lastName: singleLineText(NAME_MAX_LENGTH),
  title: z.nullable(singleLineText(TITLE_MAX_LENGTH)),
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

/** PUT /api/profile/avatar takes the image bytes (image/jpeg, image/png, image/webp, at most AVATAR_MAX_BYTES). */
export const avatarSchema = z.object({ userAvatar: z.nullable(z.string()) });
