import { and, asc, count, eq, inArray, ne } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { enrolments } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { findParticipants, participantOf } from '../people/index.ts';
import type { Plan } from './plan.ts';
import type { PeopleOfProgram } from './present.ts';

/** How many faces are shown beside the number of the others. */
const SHOWN = 5;

/** Coach and manager of the learner, and who else takes part. */
export async function findPeopleOfProgram(tx: TenantTransaction, plan: Plan): Promise<PeopleOfProgram> {
  const known = await findParticipants(tx, [plan.coachId, plan.managerId]);
  const takesPart = and(
    eq(enrolments.programId, plan.programId),
    ne(enrolments.userId, plan.userId),
    inArray(enrolments.state, ['accepted', 'choosing', 'active', 'ready_to_finish', 'completed']),
    eq(users.status, 'active'),
  );
  const [total] = await tx
    .select({ count: count() })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(takesPart);
  const some = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, avatarId: users.avatarId })
    .from(enrolments)
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(takesPart)
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(SHOWN);
  return {
    coach: (plan.coachId !== null && known.get(plan.coachId)) || null,
    manager: (plan.managerId !== null && known.get(plan.managerId)) || null,
    others: { count: total?.count ?? 0, some: some.map(participantOf) },
  };
}
