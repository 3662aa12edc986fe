import type { InvitablePeople, InvitablePrograms } from '#contract/notifications/invitations.ts';
import { and, asc, eq, inArray, ne, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { type enrolments, programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { isInScope } from '#server/learning/programs/setup/audience.ts';
import { nameStartsWith, participantOf } from '#server/people/index.ts';

type EnrolmentState = typeof enrolments.$inferSelect.state;
const ENDED: readonly EnrolmentState[] = ['completed', 'declined', 'withdrawn'];
/** A person whose enrolment has ended may be invited again. */
export const isEnded = (state: EnrolmentState) => ENDED.includes(state);

/**
 * Administrators may invite to every program, owners to their own, and managers invite their reports to every program
 * that is not for the people of one manager only (decision 0065). `userId` and `isAdmin` are the SQL for the viewer,
 * `program` is the name of the table.
 */
export const mayInviteSql = (userId: string, isAdmin: string, program: string) =>
  `(${program}.status = 'active' and (${isAdmin} or ${program}.owner_id = ${userId}
    or (not ${program}.is_for_line and exists (select from users as report
      where report.manager_id = ${userId} and report.status <> 'deactivated'))))`;
const mayInviteTo = ({ userId, isAdmin }: Viewer) =>
  sql.raw(mayInviteSql(String(userId), String(isAdmin), 'programs'));

/** The people whom the viewer may invite to a program: everyone, or their reports only; 404 if they may invite no one. */
export async function findInvitationScope(tx: TenantTransaction, viewer: Viewer, programId: string) {
  const [program] = await tx
    .select({ ownerId: programs.ownerId, isForLine: programs.isForLine })
    .from(programs)
    .where(and(eq(programs.id, programId), mayInviteTo(viewer)));
  if (!program) throw notFound();
  const isOwner = program.ownerId === viewer.userId;
  const isForAll = viewer.isAdmin || (isOwner && !program.isForLine);
  return {
    isForAll,
    condition: and(
      inArray(users.status, ['active', 'invited']),
      isForAll
        ? undefined
        : isOwner
          ? isInScope({ ...program, userId: viewer.userId })
          : eq(users.managerId, viewer.userId),
    ),
  };
}

export async function listInvitablePrograms(
  tx: TenantTransaction,
  viewer: Viewer,
  { offset, limit }: { offset: number; limit: number },
): Promise<InvitablePrograms> {
  const rows = await tx
    .select({
      programId: programs.id,
      programName: programs.name,
      purpose: programs.purpose,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(programs)
    .where(mayInviteTo(viewer))
    .orderBy(asc(programs.name), asc(programs.id))
    .offset(offset)
    .limit(limit);
  return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Maximum length of the list. Users search in longer lists. */
const MAX_PEOPLE = 50;

/** The people whom the viewer may invite, without the viewer. Current participants are marked. */
export async function findInvitablePeople(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  search: string,
): Promise<InvitablePeople> {
  const { condition } = await findInvitationScope(tx, viewer, programId);
  const latest = sql<EnrolmentState | null>`(select e.state from enrolments as e
    where e.user_id = users.id and e.program_id = ${programId} order by e.cycle desc limit 1)`;
  const rows = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
      title: users.title,
      emailAddress: users.email,
      latest,
      total: sql<number>`(count(*) over ())::int`,
      available: sql<number>`(count(*) filter (where users.id not in (select e.user_id from enrolments as e
        where e.program_id = ${programId} and e.state not in ('completed', 'declined', 'withdrawn'))) over ())::int`,
    })
    .from(users)
    .where(and(condition, ne(users.id, viewer.userId), search === '' ? undefined : nameStartsWith(search)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .limit(MAX_PEOPLE);
  return {
    data: rows.map((row) => ({
      ...participantOf(row),
      title: row.title,
      emailAddress: row.emailAddress,
      standing: presentParticipation(row.latest),
    })),
    total: rows[0]?.total ?? 0,
    available: rows[0]?.available ?? 0,
  };
}

function presentParticipation(state: EnrolmentState | null) {
  if (state === null || isEnded(state)) return null;
  return state === 'invited' ? 'invited' : 'takes_part';
}
