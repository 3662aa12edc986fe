import * as z from 'zod/mini';

const targetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), path: z.string() }),
  z.object({ kind: z.literal('message'), userId: z.int() }),
  z.object({ kind: z.literal('newConversation') }),
  z.object({ kind: z.literal('signOut') }),
]);

/** A result of the search. It is serializable, so that recent results can be stored. */
export const searchItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.nullable(z.string()),
  /** The action, shown at the end of the row; empty if the title names it. */
  verb: z.string(),
  symbol: z.enum([
    'person',
    'program',
    'topic',
    'objective',
    'survey',
    'session',
    'department',
    'screen',
    'action',
  ]),
  /** The person in the row, shown with their picture. */
  person: z.nullable(z.object({ userId: z.int(), initials: z.string(), userAvatar: z.nullable(z.string()) })),
  target: targetSchema,
});
export type SearchItem = z.infer<typeof searchItemSchema>;
