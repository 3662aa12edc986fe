import type { Participant, PeopleOfProgramPage } from '#contract/programs.ts';
import { and, asc, eq, inArray, ne, sql } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { enrolments } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { participantOf } from '../people/index.ts';

/** Who is in a program is counted among these; an invitation is nobody's business yet, and who left is not there. */
const IN_IT = ['accepted', 'choosing', 'active', 'ready_to_finish', 'completed'] as const;

/** A few of those who also take part, it does not matter which, and how many there are: quick, however large the program is. */
export async function glanceAtOthers(
  tx: TenantTransaction,
  { programId, userId }: { programId: string; userId: number },
  limit: number,
): Promise<{ count: number; some: Participant[] }> {
  const takesPart = sql`e.program_id = ${programId} and e.user_id <> ${userId}
    and e.state in (${sql.join([...IN_IT], sql`, `)})`;
  // Few people are not active: they are taken off the enrolments, instead of looking each participant up.
  const count = tx.execute<{ n: number }>(sql`
    select count(distinct e.user_id)::int as n from enrolments as e
    where ${takesPart} and not exists (select from users as u where u.id = e.user_id and u.status <> 'active')`);
  const some = tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, avatarId: users.avatarId })
    .from(users)
    .innerJoin(
      sql`(select distinct e.user_id from enrolments as e where ${takesPart}) as e`,
      sql`e.user_id = ${users.id}`,
    )
    .where(eq(users.status, 'active'))
    .orderBy(asc(users.id))
    .limit(limit);
  const [{ rows }, people] = await Promise.all([count, some]);
  return { count: rows[0]?.n ?? 0, some: people.map(participantOf) };
}

/** Who else takes part, a page of them and how many there are. One person counts once, however often they go through it. */
export async function findOthers(
  tx: TenantTransaction,
  { programId, userId }: { programId: string; userId: number },
  { offset, limit }: { offset: number; limit: number },
): Promise<PeopleOfProgramPage> {
  const takesPart = and(
    eq(enrolments.programId, programId),
    ne(enrolments.userId, userId),
    inArray(enrolments.state, [...IN_IT]),
    eq(users.status, 'active'),
  );
  const total = tx
    .select({ n: sql<number>`count(distinct ${enrolments.userId})::int` })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(takesPart);
  const some = tx
    .selectDistinct({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
    })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(takesPart)
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .offset(offset)
    .limit(limit);
  const [[counted], page] = await Promise.all([total, some]);
  return { data: page.map(participantOf), total: counted?.n ?? 0 };
}
