import * as z from 'zod/mini';
import { progressSchema } from './programs.ts';
import { numericId, randomId } from './text.ts';

/** GET /api/admin/overview, for administrators only (404 for others). */
export const adminOverviewSchema = z.object({
  people: z.object({ active: z.int(), withoutProfile: z.int(), withoutScore: z.int(), deactivated: z.int() }),
  departments: z.array(z.object({ departmentId: numericId, name: z.string(), people: z.int() })),
  programs: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      learners: z.int(),
      completed: z.int(),
      progress: progressSchema,
    }),
  ),
});
export type AdminOverview = z.infer<typeof adminOverviewSchema>;
