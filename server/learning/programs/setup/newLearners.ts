import { and, asc, eq, inArray, isNull, ne, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { enrolments, programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { ProgramRow } from './setupPolicy.ts';

const MS_PER_DAY = 24 * 60 * 60_000;

/** Learners who have not finished or left. */
export const isOpen = (programId: string) =>
  and(
    eq(enrolments.programId, programId),
    inArray(enrolments.state, ['invited', 'accepted', 'choosing', 'active', 'ready_to_finish']),
  );

/** People are assigned to coaches one at a time. */
export const lockProgram = async (
  tx: TenantTransaction,
  programId: string,
): Promise<ProgramRow | undefined> =>
  (await tx.select().from(programs).where(eq(programs.id, programId)).for('no key update'))[0];

/** The due day of a person who joins now. */
export function dueDayOf(
  { dueOn, dueDays }: Pick<ProgramRow, 'dueOn' | 'dueDays'>,
  now: Date,
): string | null {
  if (dueDays === null) return dueOn;
  return new Date(now.getTime() + dueDays * MS_PER_DAY).toISOString().slice(0, 10);
}

/**
 * Gives each person the active coach with the fewest learners, never themselves. No coach gets more than the limit of the
 * program, so the last people may get none. Call it with a locked program.
 */
export async function assignCoaches(
  tx: TenantTransaction,
  { id, coachIds, coachLimit }: Pick<ProgramRow, 'id' | 'coachIds' | 'coachLimit'>,
  newLearners: readonly number[],
): Promise<{ userId: number; coachId: number | null }[]> {
  const active =
    coachIds.length === 0
      ? []
      : await tx
          .select({
            coachId: users.id,
            learners: sql<number>`(select count(*)::int from enrolments as e
              where e.program_id = ${id} and e.coach_id = ${users}.id and e.state not in ('completed', 'declined', 'withdrawn'))`,
          })
          .from(users)
          .where(and(inArray(users.id, coachIds), eq(users.status, 'active')));
  const load = new Map(active.map(({ coachId, learners }) => [coachId, learners]));
  return newLearners.map((userId) => {
    const [coachId = null] = [...load]
      .filter(
        ([candidate, learners]) => candidate !== userId && (coachLimit === null || learners < coachLimit),
      )
      .toSorted(([a, before], [b, after]) => before - after || a - b)
      .map(([candidate]) => candidate);
    if (coachId !== null) load.set(coachId, (load.get(coachId) ?? 0) + 1);
    return { userId, coachId };
  });
}

/**
 * Gives a coach to the learners who have none, because no coach was free when they joined or because their coach has left. Returns
 * the number of new learners of each coach. Call it with a locked program.
 */
export async function assignMissingCoaches(
  tx: TenantTransaction,
  program: ProgramRow,
): Promise<{ coachId: number; learners: number }[]> {
  const isWithoutCoach = and(isOpen(program.id), isNull(enrolments.coachId));
  const waiting = await tx
    .select({ userId: enrolments.userId })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(isWithoutCoach, ne(users.status, 'deactivated')))
    .orderBy(asc(sql`coalesce(${enrolments.invitedAt}, ${enrolments.joinedAt})`), asc(enrolments.userId));
  const assigned = await assignCoaches(
    tx,
    program,
    waiting.map(({ userId }) => userId),
  );
  const learnersOf = new Map<number, number[]>();
  for (const { userId, coachId } of assigned)
    if (coachId !== null) learnersOf.set(coachId, [...(learnersOf.get(coachId) ?? []), userId]);
  for (const [coachId, userIds] of learnersOf)
    await tx
      .update(enrolments)
      .set({ coachId })
      .where(and(isWithoutCoach, inArray(enrolments.userId, userIds)));
  return [...learnersOf].map(([coachId, userIds]) => ({ coachId, learners: userIds.length }));
}
