import * as z from 'zod/mini';
import { participantSchema } from './people.ts';
import { randomId, singleLineText } from './text.ts';

export const SEARCH_TEXT_MAX_LENGTH = 80;
export const searchQuerySchema = z.object({ q: singleLineText(SEARCH_TEXT_MAX_LENGTH, 2) });

/**
 * GET /api/search: items that the viewer may see and whose name contains words that start with the search text
 * (decision 0058).
 */
export const searchResultsSchema = z.object({
  /** Direct reports first. */
  people: z.array(z.extend(participantSchema, { title: z.nullable(z.string()), isReport: z.boolean() })),
  /** `canOpen`: true if the viewer takes part. */
  programs: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      canOpen: z.boolean(),
      canInvite: z.boolean(),
    }),
  ),
  /** Topics of the programs that the viewer takes part in. */
  topics: z.array(
    z.object({ topicId: randomId, title: z.string(), programId: randomId, programName: z.string() }),
  ),
});
export type SearchResults = z.infer<typeof searchResultsSchema>;
