import type { TeamPerson } from '#contract/team.ts';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { presentObjectives } from '#server/learning/objectives/index.ts';
import { findLastActivities, progressOf } from '#server/learning/programs/index.ts';
import { participantOf } from '#server/people/index.ts';
import { findAccess } from './access.ts';
import { findVisibleContent } from './visibleContent.ts';

/** The page of one person for their current or former manager or coach (decision 0029). */
export async function readPerson(
  tx: TenantTransaction,
  viewer: Viewer,
  subjectId: number,
  now: Date,
): Promise<Omit<TeamPerson, 'reasons'>> {
  const ids = { viewerId: viewer.userId, subjectId };
  const { windows, access } = await findAccess(tx, ids, now);
  const [user] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
      title: users.title,
      timeZone: users.timeZone,
      pronouns: users.pronouns,
      workingHours: users.workingHours,
      helpTopics: users.helpTopics,
    })
    .from(users)
    .where(eq(users.id, subjectId));
  if (!user) throw notFound();
  const { plans, objectives } = await findVisibleContent(tx, ids, windows);
  const active = await findLastActivities(
    tx,
    plans.map(({ enrolmentId, visibleUntil }) => ({ enrolmentId, until: visibleUntil })),
  );
  return {
    person: participantOf(user),
    title: user.title,
    timeZone: user.timeZone,
    pronouns: user.pronouns,
    workingHours: user.workingHours,
    helpTopics: user.helpTopics,
    access,
    programs: plans.map((plan) => ({
      programId: plan.programId,
      programName: plan.programName,
      enrolment: plan.enrolment,
      dueOn: plan.dueOn,
      progress: progressOf(plan.topics),
      lastActiveAt: active.get(plan.enrolmentId)?.toISOString() ?? null,
    })),
    objectives: await presentObjectives(tx, objectives, now, viewer),
  };
}
