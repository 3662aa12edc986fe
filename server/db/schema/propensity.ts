import type { PropensityResult } from '#contract/learning/propensity.ts';
import { integer, jsonb, pgTable, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const propensityResults = pgTable('propensity_results', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  score: integer('score').notNull(),
  facets: jsonb('facets').$type<PropensityResult['facets']>().notNull(),
  stage: text('stage').$type<PropensityResult['stage']>().notNull(),
  answers: jsonb('answers').$type<PropensityResult['answers']>().notNull(),
  answeredAt: instant('answered_at').notNull(),
  submissionId: text('submission_id'),
});
