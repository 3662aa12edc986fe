import type { TeamPerson } from '#contract/team.ts';
import { eq } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { presentObjectives } from '../objectives/index.ts';
import { participantOf } from '../people/index.ts';
import { lastActiveAt, progressOf } from '../programs/index.ts';
import { findAccess } from './access.ts';
import { findSeenOf } from './seen.ts';

/** One person for who is or was their manager or coach: topics and what is shared, nothing else. */
export async function readPerson(
  tx: TenantTransaction,
  viewer: Viewer,
  subjectId: number,
  now: Date,
): Promise<TeamPerson> {
  const who = { viewerId: viewer.userId, subjectId };
  const { windows, access } = await findAccess(tx, who, now);
  const [user] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
      title: users.title,
      timeZone: users.timeZone,
    })
    .from(users)
    .where(eq(users.id, subjectId));
  if (!user) throw notFound();
  const { plans, objectives } = await findSeenOf(tx, who, windows);
  return {
    person: participantOf(user),
    title: user.title,
    timeZone: user.timeZone,
    access,
    programs: plans.map((plan) => ({
      programId: plan.programId,
      programName: plan.programName,
      enrolment: plan.enrolment,
      dueOn: plan.dueOn,
      progress: progressOf(plan.topics),
      lastActiveAt: lastActiveAt(plan)?.toISOString() ?? null,
    })),
    objectives: await presentObjectives(tx, objectives, now),
  };
}
