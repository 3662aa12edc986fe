import * as z from 'zod/mini';
import {
  HELP_TOPIC_MAX_LENGTH,
  HELP_TOPICS_MAX,
  NAME_MAX_LENGTH,
  PRONOUNS_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from './limits.ts';
import { instant, singleLineText } from './text.ts';

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};

export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, { error: 'is not a time zone' }));

/** How dates and numbers can be written. The texts themselves are English (decision 0024). */
export const profileLocales = [
  'en-US',
  'en-GB',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-ZA',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'hi-IN',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'vi-VN',
  'zh-CN',
] as const;

export const timeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00'));
/** Times in the person's time zone. Days are 1 (Monday) to 7 (Sunday). */
export const workingHoursSchema = z
  .object({
    days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(
      z.minLength(1, 'need at least one day'),
      z.refine((days) => new Set(days).size === days.length, { error: 'contain a day twice' }),
    ),
    from: timeOfDay,
    until: timeOfDay,
    /** Other hours on some of the days, by the number of the day. */
    other: z.optional(
      z.record(z.string().check(z.regex(/^[1-7]$/)), z.object({ from: timeOfDay, until: timeOfDay })),
    ),
  })
  .check(
    z.refine(
      ({ from, until, other }) =>
        [{ from, until }, ...Object.values(other ?? {})].every((one) => one.from < one.until),
      { error: 'must end after they begin' },
    ),
  );
/** When a person works on a day from 1 to 7; null on other days. */
export const hoursOn = ({ days, from, until, other }: WorkingHours, day: number) =>
  days.includes(day) ? (other?.[day] ?? { from, until }) : null;
export type WorkingHours = z.infer<typeof workingHoursSchema>;

const helpTopicsSchema = z
  .array(singleLineText(HELP_TOPIC_MAX_LENGTH))
  .check(z.maxLength(HELP_TOPICS_MAX, `can be ${HELP_TOPICS_MAX} at most`));

/**
 * PUT /api/profile. Sets `lastProfileUpdate`. `version` is the version that the edit is based on. If it is outdated,
 * the response is a 409.
 */
export const profileEditSchema = z.object({
  firstName: singleLineText(NAME_MAX_LENGTH),
  lastName: singleLineText(NAME_MAX_LENGTH),
  title: z.nullable(singleLineText(TITLE_MAX_LENGTH)),
  timeZone,
  /** Missing fields stay unchanged. */
  pronouns: z.optional(z.nullable(singleLineText(PRONOUNS_MAX_LENGTH))),
  locale: z.optional(z.nullable(z.enum(profileLocales))),
  workingHours: z.optional(z.nullable(workingHoursSchema)),
  helpTopics: z.optional(helpTopicsSchema),
  version: z.int(),
});
export type ProfileEdit = z.infer<typeof profileEditSchema>;
export const profileSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  title: z.nullable(z.string()),
  timeZone: z.string(),
  pronouns: z.nullable(z.string()),
  /** Null: the format of the browser. */
  locale: z.nullable(z.string()),
  workingHours: z.nullable(workingHoursSchema),
  helpTopics: z.array(z.string()),
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
