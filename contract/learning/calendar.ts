import * as z from 'zod/mini';
import { CALENDAR_ADDRESS_MAX_LENGTH, CALENDAR_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { timeOfDay } from '#contract/profile.ts';
import { day, instant, randomId, singleLineText } from '#contract/text.ts';

/** A calendar that says when the person is busy. Its address is never returned. */
export const calendarSourceSchema = z.object({
  sourceId: randomId,
  name: z.string(),
  kind: z.enum(['file', 'address']),
  /** The last time it was read without an error. */
  readAt: z.nullable(instant),
  /** Why the last attempt failed. */
  failure: z.nullable(z.string()),
  /** Busy times in the next 12 months. */
  times: z.int(),
});
export type CalendarSource = z.infer<typeof calendarSourceSchema>;

const hours = z
  .object({ from: timeOfDay, until: timeOfDay })
  .check(z.refine(({ from, until }) => from < until, { error: 'must end after they begin' }));
/** A day on which the working hours do not apply. Null: no time for sessions. */
const coachingDaySchema = z.object({ day, hours: z.nullable(hours) });
export type CoachingDay = z.infer<typeof coachingDaySchema>;

/** GET /api/calendar: the person's calendar feed, and the calendars that Trellis reads. */
export const calendarSchema = z.object({
  /** The address at which calendar programs read the person's sessions; null: none. */
  feed: z.nullable(z.object({ createdAt: instant, lastReadAt: z.nullable(instant) })),
  sources: z.array(calendarSourceSchema),
  /** Days from today on. */
  days: z.array(coachingDaySchema),
});
export type Calendar = z.infer<typeof calendarSchema>;

/** POST /api/calendar/feed creates or renews the address, which cannot be shown again. DELETE revokes it. */
export const calendarFeedSchema = z.object({ address: z.string() });
export type CalendarFeed = z.infer<typeof calendarFeedSchema>;

/** POST /api/calendar/sources adds an address. PUT /api/calendar/sources/file?name=… takes the bytes of a file. */
export const newCalendarSourceSchema = z.object({
  name: singleLineText(CALENDAR_NAME_MAX_LENGTH),
  address: singleLineText(CALENDAR_ADDRESS_MAX_LENGTH),
});
export const calendarFileQuerySchema = z.object({ name: singleLineText(CALENDAR_NAME_MAX_LENGTH) });

export const MAX_CHANGED_DAYS = 92;
const dayRange = { firstDay: day, lastDay: day };
/** PUT /api/calendar/days sets what applies on these days. DELETE: the working hours apply again. */
export const dayChangeSchema = z.object({ ...dayRange, hours: z.nullable(hours) });
export type DayChange = z.infer<typeof dayChangeSchema>;
export const dayRangeSchema = z.object(dayRange);
