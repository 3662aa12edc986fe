import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import {
  PROPENSITY_MARGIN,
  type PropensityAnswers,
  type PropensityResult,
  propensityAnswersSchema,
  propensitySchema,
  scorePropensity,
} from '#contract/learning/propensity.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { propensityResults } from '#server/db/schema/propensity.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { badRequest } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';

export interface PropensityDeps {
  pool: Pool;
  now: () => Date;
}

/**
 * Routes for the viewer's own results. Managers and administrators never see a score. See
 * docs/decisions/0038-readiness-score.md.
 */
export const propensityRoutes: FastifyPluginAsyncZod<PropensityDeps> = async (app, { pool, now }) => {
  app.get(
    '/propensity',
    {
      schema: {
        tags: ['propensity'],
        summary: 'Your latest readiness result and earlier ones',
        response: { 200: propensitySchema, ...problems(401) },
      },
    },
    ({ viewer }) => withTenant(pool, viewer.tenantId, (tx) => readResults(tx, viewer)),
  );

  app.put(
    '/propensity',
    {
      schema: {
        tags: ['propensity'],
        summary: 'Answer the readiness questions (idempotent for each submission id)',
        body: propensityAnswersSchema,
        response: { 200: propensitySchema, ...problems(400, 401) },
      },
    },
    ({ viewer, body }) =>
      withTenant(pool, viewer.tenantId, async (tx) => {
        await saveAnswers(tx, viewer, body, now());
        return readResults(tx, viewer);
      }),
  );
};

async function saveAnswers(
  tx: TenantTransaction,
  { userId, tenantId }: Viewer,
  { answers, stage, submissionId }: PropensityAnswers,
  now: Date,
) {
  const result = scorePropensity(answers);
  if (!result)
    throw badRequest(
      Object.fromEntries(
        Object.entries(answers).flatMap(([key, value]) =>
          value === null ? [[`answers.${key}`, 'is missing. Answer at least 2 of every 3 questions']] : [],
        ),
      ),
    );
  await tx
    .insert(propensityResults)
    .values({ id: newId(), tenantId, userId, ...result, stage, answers, answeredAt: now, submissionId })
    .onConflictDoNothing();
}

async function readResults(tx: TenantTransaction, { userId }: Viewer) {
  const rows = await tx
    .select()
    .from(propensityResults)
    .where(eq(propensityResults.userId, userId))
    .orderBy(desc(propensityResults.answeredAt));
  const [latest = null, ...earlier] = rows.map(
    ({ score, facets, stage, answers, answeredAt }): PropensityResult => ({
      score,
      margin: PROPENSITY_MARGIN,
      facets,
      stage,
      answers,
      answeredAt: answeredAt.toISOString(),
    }),
  );
  return { latest, earlier };
}
