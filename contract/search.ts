import * as z from 'zod/mini';
import { participantSchema } from './people.ts';
import { instant, randomId, singleLineText } from './text.ts';

export const SEARCH_TEXT_MAX_LENGTH = 80;
export const searchQuerySchema = z.object({ q: singleLineText(SEARCH_TEXT_MAX_LENGTH, 2) });

/** GET /api/search: visible items with words in their name that start with the search text (decision 0058). */
export const searchResultsSchema = z.object({
  /** Related people first. `isRelated`: a direct report, the viewer's manager or coach, or a learner the viewer coaches. */
  people: z.array(
    z.extend(participantSchema, {
      title: z.nullable(z.string()),
      isReport: z.boolean(),
      isRelated: z.boolean(),
    }),
  ),
  /** `canOpen`: true if the viewer takes part. `canJoin`: true if the viewer can join, or ask to join. */
  programs: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      canOpen: z.boolean(),
      canInvite: z.boolean(),
      canJoin: z.boolean(),
    }),
  ),
  /** Topics of the programs that the viewer takes part in. `isSelected`: true if the viewer selected it there. */
  topics: z.array(
    z.object({
      topicId: randomId,
      title: z.string(),
      programId: randomId,
      programName: z.string(),
      isSelected: z.boolean(),
    }),
  ),
  /** The viewer's own objectives. Missing from servers of an earlier version. */
  objectives: z.optional(z.array(z.object({ objectiveId: randomId, title: z.string() }))),
  surveys: z.array(
    z.object({ surveyId: randomId, surveyName: z.string(), canAnswer: z.boolean(), canEdit: z.boolean() }),
  ),
  /** The viewer's coaching sessions, by the other person or the program. */
  sessions: z.array(
    z.object({
      sessionId: randomId,
      programId: randomId,
      programName: z.string(),
      startsAt: z.nullable(instant),
      other: participantSchema,
    }),
  ),
  /** Topics of the content library, for authors. */
  content: z.array(z.object({ topicId: randomId, title: z.string() })),
  /** For administrators. */
  departments: z.array(z.object({ departmentId: z.int(), name: z.string() })),
});
export type SearchResults = z.infer<typeof searchResultsSchema>;
