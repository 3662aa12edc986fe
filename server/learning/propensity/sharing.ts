import type { SharedReadiness } from '#contract/learning/propensity.ts';
import { and, desc, eq, inArray } from '#server/db/drizzle.ts';
import { propensityResults, propensityStates } from '#server/db/schema/propensity.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipants, findWindows } from '#server/people/index.ts';

/** The current coaches of a person. */
export async function findCoaches(tx: TenantTransaction, userId: number, now: Date) {
  const windows = await findWindows(tx, { subjectId: userId }, now);
  const ids = windows.flatMap(({ relation, until, viewerId }) =>
    relation === 'coach' && until === null ? [viewerId] : [],
  );
  return [...(await findParticipants(tx, [...new Set(ids)])).values()];
}

/** The latest results of people whom the viewer coaches now and who share them. Never their answers. */
export async function readShared(
  tx: TenantTransaction,
  { userId }: Viewer,
  now: Date,
): Promise<SharedReadiness['people']> {
  const windows = await findWindows(tx, { viewerId: userId }, now);
  const coached = windows.flatMap(({ relation, until, subjectId }) =>
    relation === 'coach' && until === null ? [subjectId] : [],
  );
  if (coached.length === 0) return [];
  const rows = await tx
    .selectDistinctOn([propensityResults.userId], {
      userId: propensityResults.userId,
      score: propensityResults.score,
      facets: propensityResults.facets,
      stage: propensityResults.stage,
      answeredAt: propensityResults.answeredAt,
    })
    .from(propensityResults)
    .innerJoin(
      propensityStates,
      and(eq(propensityStates.userId, propensityResults.userId), eq(propensityStates.isShared, true)),
    )
    .where(inArray(propensityResults.userId, coached))
    .orderBy(propensityResults.userId, desc(propensityResults.answeredAt));
  const people = await findParticipants(
    tx,
    rows.map((row) => row.userId),
  );
  return rows.flatMap(({ userId: id, answeredAt, ...result }) => {
    const person = people.get(id);
    return person ? [{ person, ...result, answeredAt: answeredAt.toISOString() }] : [];
  });
}
