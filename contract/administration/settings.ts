import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { profileLocales } from '#contract/profile.ts';
import { instant, multiLineText, singleLineText } from '#contract/text.ts';
import { ACCENT_FORMAT } from './accent.ts';

/** For administrators only; 404 for others. See docs/decisions/0051-organisation-settings.md. */

export const SIGN_IN_TEXT_MAX_LENGTH = 200;
export const GROUP_SIZE_MIN = 3;
export const GROUP_SIZE_MAX = 20;
export const RETENTION_MAX_DAYS = 365;
/** Shorter times would delete data that people still work with. */
export const LONG_RETENTION_MIN_DAYS = 90;
export const LONG_RETENTION_MAX_DAYS = 3_650;

export const checkInCadences = ['weekly', 'two-weeks', 'monthly'] as const;

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
};
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 20:00'));
const days = z
  .int()
  .check(
    z.minimum(1, 'must be at least 1 day'),
    z.maximum(RETENTION_MAX_DAYS, `must be at most ${RETENTION_MAX_DAYS} days`),
  );

/** Null: until the person is erased. */
const longDays = z.nullable(
  z
    .int()
    .check(
      z.minimum(LONG_RETENTION_MIN_DAYS, `must be at least ${LONG_RETENTION_MIN_DAYS} days`),
      z.maximum(LONG_RETENTION_MAX_DAYS, `must be at most ${LONG_RETENTION_MAX_DAYS} days`),
    ),
);

/** The settings of one form. The logo has its own calls. */
const fields = {
  name: singleLineText(80, 2),
  /** Null: the default colour, evergreen. */
  accent: z.nullable(z.string().check(z.regex(ACCENT_FORMAT, 'must be a colour such as #1d6b57'))),
  signInText: z.nullable(multiLineText(SIGN_IN_TEXT_MAX_LENGTH)),
  /** Default for new people and for people who have not saved a profile. */
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'is not a time zone' })),
  /** Default for people without their own locale. Null: the format of the browser. */
  locale: z.nullable(z.enum(profileLocales)),
  /** Times in each person's time zone. Quiet hours can end on the next day. */
  quietHours: z.nullable(
    z
      .object({ from: timeOfDay, until: timeOfDay })
      .check(z.refine(({ from, until }) => from !== until, { error: 'must end at another time' })),
  ),
  checkInCadence: z.enum(checkInCadences),
  managersMayLaunch: z.boolean(),
  /** Smallest group whose answers are shown. */
  minGroupSize: z
    .int()
    .check(
      z.minimum(GROUP_SIZE_MIN, `must be at least ${GROUP_SIZE_MIN}`),
      z.maximum(GROUP_SIZE_MAX, `must be at most ${GROUP_SIZE_MAX}`),
    ),
  /** Days until the record of a mail about unread messages is deleted. The record contains the start of a message. */
  mailRecordDays: days,
  /** Days until an expired invitation or password link is deleted. */
  linkRecordDays: days,
  /** Days from the beginning of its period until a check-in is deleted, with its comments. */
  checkInDays: longDays,
  /** Days from a person's deactivation until they are erased. */
  deactivatedDays: longDays,
};

/** GET /api/admin/settings, and PUT and DELETE /api/admin/settings/logo. */
export const settingsSchema = z.object({
  ...fields,
  version: z.int(),
  logo: z.nullable(z.string()),
  /** The last change; null before the first one. */
  changedBy: z.nullable(participantSchema),
  changedAt: z.nullable(instant),
});
export type Settings = z.infer<typeof settingsSchema>;

/** PATCH /api/admin/settings changes the fields that are sent. 409 if `version` is outdated. */
export const settingsChangeSchema = z.extend(z.partial(z.object(fields)), { version: z.int() });
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
export type SettingName = keyof typeof fields;
