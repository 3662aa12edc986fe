import * as z from 'zod/mini';
import { randomId } from './text.ts';

/** GET /api/content, for authors only: the topics of the library and the programs that use them. */
export const contentSchema = z.object({
  data: z.array(
    z.object({
      topicId: randomId,
      title: z.string(),
      behaviorName: z.string(),
      version: z.int(),
      steps: z.int(),
      minutes: z.int(),
      programNames: z.array(z.string()),
    }),
  ),
});
export type Content = z.infer<typeof contentSchema>;
