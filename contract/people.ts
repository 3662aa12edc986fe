import * as z from 'zod/mini';
import { messagingUuid, numericId } from './text.ts';

const idText = z.string().check(z.regex(/^[1-9][0-9]{0,9}$/));
/**
 * GET /api/users?department=0: the people the viewer can message. 0 means all; a department includes those below it.
 * `after` is the last user id of the previous page. With `ifAtMost`, the response is empty if there are more people.
 * See docs/decisions/0040-people-directory.md.
 */
export const usersQuerySchema = z.object({
  department: z.string().check(z.regex(/^(0|[1-9][0-9]{0,9})$/)),
  after: z.optional(idText),
  ifAtMost: z.optional(idText),
});
/** GET /api/users/known?ids=1,2: the people with these ids who are in the directory. */
export const knownUsersQuerySchema = z.object({
  ids: z.string().check(z.regex(/^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9}){0,99}$/)),
});
/**
 * GET /api/users/search?text=an: active people if each word of the text starts a word of their name or email
 * address, or if a topic they can help with starts with the text.
 */
export const userSearchQuerySchema = z.object({ text: z.string().check(z.minLength(1), z.maxLength(100)) });
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
  /** Missing for most people. */
  pronouns: z.optional(z.string()),
  helpTopics: z.optional(z.array(z.string())),
});
export type Person = z.infer<typeof personSchema>;
export const peopleSchema = z.object({
  data: z.array(personSchema),
  /** False if there are more people. Missing in lists of chosen people. */
  isComplete: z.optional(z.boolean()),
});

/** A person as other people see them in lists. */
export const participantSchema = z.object({
  userId: numericId,
  firstName: z.string(),
  lastName: z.string(),
  initials: z.string(),
  userAvatar: z.nullable(z.string()),
});
export type Participant = z.infer<typeof participantSchema>;

/** GET /api/users/administrators: up to 3 administrators whom the viewer can message. */
export const administratorsSchema = z.object({ data: z.array(participantSchema) });

/** A Latin letter without a combining mark. Skips Intl.Segmenter, which takes about 25 µs per call. */
const SINGLE_LATIN_LETTER = /^[A-Za-z\u00c0-\u024f](?=[\x20-\u02ff]|$)/;

/** First grapheme of each name, in upper case. */
export function initialsOf(firstName: string, lastName: string): string {
  const first = (text: string) => SINGLE_LATIN_LETTER.exec(text)?.[0] ?? firstGrapheme(text.trim());
  return `${first(firstName)}${first(lastName)}`.toUpperCase();
}
function firstGrapheme(text: string): string {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text)[Symbol.iterator]().next().value?.segment ?? '';
}
export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim();
