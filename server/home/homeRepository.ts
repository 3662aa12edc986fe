import { and, asc, count, eq, gte, ilike, inArray, isNull, ne, or, sql } from '../db/drizzle.ts';
import { objectiveChanges, objectives } from '../db/schema/objectives.ts';
import { users } from '../db/schema/people.ts';
import { enrolments, stepRecords, topicCompletions } from '../db/schema/programs.ts';
import { propensityResults } from '../db/schema/propensity.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import type { Viewer } from '../http/viewer.ts';
import type { AnsweredChange } from './objectiveNeeds.ts';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The people who report to the viewer and are still there; those whose name begins so, where something is searched. */
export const findReports = (tx: TenantTransaction, { userId }: Viewer, search = '') =>
  tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
      title: users.title,
    })
    .from(users)
    .where(
      and(
        eq(users.managerId, userId),
        ne(users.status, 'deactivated'),
        search === ''
          ? undefined
          : or(
              ilike(sql`${users.firstName} || ' ' || ${users.lastName}`, `${escapeLike(search)}%`),
              ilike(users.lastName, `${escapeLike(search)}%`),
            ),
      ),
    )
    .orderBy(asc(users.firstName), asc(users.id));

/** Steps and topics that the viewer finished since then. */
export async function countDoneSince(
  tx: TenantTransaction,
  { userId }: Viewer,
  since: Date,
): Promise<number> {
  const [steps] = await tx
    .select({ n: count() })
    .from(stepRecords)
    .innerJoin(enrolments, eq(enrolments.id, stepRecords.enrolmentId))
    .where(and(eq(enrolments.userId, userId), eq(stepRecords.state, 'done'), gte(stepRecords.doneAt, since)));
  const [topics] = await tx
    .select({ n: count() })
    .from(topicCompletions)
    .innerJoin(enrolments, eq(enrolments.id, topicCompletions.enrolmentId))
    .where(
      and(
        eq(enrolments.userId, userId),
        isNull(topicCompletions.reopenedAt),
        gte(topicCompletions.completedAt, since),
      ),
    );
  return (steps?.n ?? 0) + (topics?.n ?? 0);
}

/** The viewer's edits of others' objectives that were disputed, or lately put back. */
export async function findAnsweredChanges(
  tx: TenantTransaction,
  { userId }: Viewer,
  since: Date,
): Promise<AnsweredChange[]> {
  const rows = await tx
    .select({
      objectiveId: objectives.id,
      changeId: objectiveChanges.id,
      ownerId: objectives.ownerId,
      title: objectives.title,
      response: objectiveChanges.response,
      respondedAt: objectiveChanges.respondedAt,
    })
    .from(objectiveChanges)
    .innerJoin(objectives, eq(objectives.id, objectiveChanges.objectiveId))
    .innerJoin(users, eq(users.id, objectives.ownerId))
    .where(
      and(
        eq(objectiveChanges.actorId, userId),
        eq(users.managerId, userId),
        eq(objectives.state, 'active'),
        eq(objectives.visibility, 'manager'),
        inArray(objectiveChanges.response, ['disputed', 'restored']),
        gte(objectiveChanges.respondedAt, since),
      ),
    )
    .orderBy(asc(objectiveChanges.respondedAt));
  return rows.flatMap(({ response, respondedAt, ...row }) =>
    respondedAt && (response === 'disputed' || response === 'restored')
      ? [{ ...row, response, respondedAt }]
      : [],
  );
}

export async function countWithoutProfile(tx: TenantTransaction): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(users)
    .where(and(eq(users.status, 'active'), isNull(users.lastProfileUpdate)));
  return row?.n ?? 0;
}

export async function hasPropensity(tx: TenantTransaction, { userId }: Viewer): Promise<boolean> {
  const [row] = await tx
    .select({ has: sql<boolean>`true` })
    .from(propensityResults)
    .where(eq(propensityResults.userId, userId))
    .limit(1);
  return row !== undefined;
}
