import type { PeopleOfProgramPage } from '#contract/learning/programs.ts';
import type { Participant } from '#contract/people.ts';
import { and, asc, eq, inArray, ne, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { participantOf } from '#server/people/index.ts';

/** The states of participants. Open invitations are private, and people who left are not listed. */
const PARTICIPATING = ['accepted', 'choosing', 'active', 'ready_to_finish', 'completed'] as const;

/** The number of other participants and a few of them. Fast for programs of any size. */
export async function summarizeOtherParticipants(
  tx: TenantTransaction,
  { programId, userId }: { programId: string; userId: number },
  limit: number,
): Promise<{ count: number; some: Participant[] }> {
  const takesPart = sql`e.program_id = ${programId} and e.user_id <> ${userId}
    and e.state in (${sql.join([...PARTICIPATING], sql`, `)})`;
  // Few users are inactive, so excluding them is faster than joining every participant.
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

/** One page of the other participants. A person with several cycles counts once. */
export async function findOtherParticipants(
  tx: TenantTransaction,
  { programId, userId }: { programId: string; userId: number },
  { offset, limit }: { offset: number; limit: number },
): Promise<PeopleOfProgramPage> {
  const takesPart = and(
    eq(enrolments.programId, programId),
    ne(enrolments.userId, userId),
    inArray(enrolments.state, [...PARTICIPATING]),
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
