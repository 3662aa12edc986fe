import type { PropensityDraft, PropensityResult } from '#contract/learning/propensity.ts';
import { boolean, integer, jsonb, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
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

export const propensityStates = pgTable(
  'propensity_states',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    draft: jsonb('draft').$type<PropensityDraft>(),
    isShared: boolean('is_shared').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);
