import {
  type Propensity,
  type PropensityAnswers,
  type PropensityDraft,
  type PropensityResult,
  RETAKE_DAYS,
  RETAKE_SESSIONS,
  scorePropensity,
} from '#contract/learning/propensity.ts';
import { desc, eq, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { propensityResults, propensityStates } from '#server/db/schema/propensity.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { badRequest } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { marginOf } from './margin.ts';
import { findCoaches } from './sharing.ts';
import { suggestTopics } from './suggestTopics.ts';

/** Enough for a stable estimate, and few enough to read in one query. */
const MARGIN_PEOPLE = 1_000;
const DAY_MS = 86_400_000;

export async function saveAnswers(
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
  await tx.update(propensityStates).set({ draft: null }).where(eq(propensityStates.userId, userId));
}

const saveState = (
  tx: TenantTransaction,
  { userId, tenantId }: Viewer,
  change: Partial<Pick<typeof propensityStates.$inferInsert, 'draft' | 'isShared'>>,
) =>
  tx
    .insert(propensityStates)
    .values({ tenantId, userId, ...change })
    .onConflictDoUpdate({ target: [propensityStates.tenantId, propensityStates.userId], set: change });

export const saveDraft = (tx: TenantTransaction, viewer: Viewer, draft: PropensityDraft | null) =>
  saveState(tx, viewer, { draft });
export const saveSharing = (tx: TenantTransaction, viewer: Viewer, isShared: boolean) =>
  saveState(tx, viewer, { isShared });

/** The viewer's results, with the data for understanding them. */
export async function readPropensity(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<Propensity> {
  const { userId } = viewer;
  const rows = await tx
    .select()
    .from(propensityResults)
    .where(eq(propensityResults.userId, userId))
    .orderBy(desc(propensityResults.answeredAt));
  const [state] = await tx.select().from(propensityStates).where(eq(propensityStates.userId, userId));
  const { margin, alpha } = marginOf(await readComplete(tx));
  const [latest = null, ...earlier] = rows.map(
    ({ score, facets, stage, answers, answeredAt }): PropensityResult => ({
      score,
      margin,
      facets,
      stage,
      answers,
      answeredAt: answeredAt.toISOString(),
    }),
  );
  return {
    latest,
    earlier,
    draft: state?.draft ?? null,
    alpha,
    againFrom: latest && (await againFrom(tx, viewer, new Date(latest.answeredAt))),
    suggestions: latest ? await suggestTopics(tx, userId, latest.facets) : [],
    isShared: state?.isShared ?? false,
    coaches: await findCoaches(tx, userId, now),
  };
}

/** The latest answers of each person. */
async function readComplete(tx: TenantTransaction): Promise<PropensityAnswers['answers'][]> {
  const { rows } = await tx.execute<{ answers: PropensityAnswers['answers'] }>(sql`
    select answers from (
      select distinct on (user_id) answers, answered_at from propensity_results
      where answers <> '{}' order by user_id, answered_at desc) as latest
    order by answered_at desc limit ${MARGIN_PEOPLE}`);
  return rows.map(({ answers }) => answers);
}

/** 90 days after the last answers, or the third session that was held since. */
export function timeToAnswerAgain(answeredAt: Date, lastSessionAt: Date | null): Date {
  const byTime = new Date(answeredAt.getTime() + RETAKE_DAYS * DAY_MS);
  return lastSessionAt !== null && lastSessionAt < byTime ? lastSessionAt : byTime;
}

async function againFrom(tx: TenantTransaction, viewer: Viewer, answeredAt: Date): Promise<string> {
  const { rows } = await tx.execute<{ startsAt: string }>(sql`
    select starts_at::text as "startsAt" from coaching_sessions
    where learner_id = ${viewer.userId} and state in ('held', 'completed') and starts_at > ${answeredAt}
    order by starts_at offset ${RETAKE_SESSIONS - 1} limit 1`);
  return dayOf(timeToAnswerAgain(answeredAt, rows[0] ? new Date(rows[0].startsAt) : null), viewer);
}
