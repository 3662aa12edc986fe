import type { InvitablePeople, InvitablePrograms } from '#contract/invitations.ts';
import { and, asc, eq, inArray, ne, sql } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { type enrolments, programs } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { nameBegins, participantOf } from '../people/index.ts';

type EnrolmentState = typeof enrolments.$inferSelect.state;
const OVER: readonly EnrolmentState[] = ['completed', 'declined', 'withdrawn', 'expired'];
/** Whoever was done, or had left, may be invited anew. */
export const isOver = (state: EnrolmentState) => OVER.includes(state);

const hasReports = (viewer: Viewer) =>
  sql`exists (select from users as report where report.manager_id = ${viewer.userId} and report.status <> 'deactivated')`;
/** Administrators invite to every program, owners to their own, managers to every one, but only their reports. */
const mayInviteTo = (viewer: Viewer) =>
  and(
    eq(programs.status, 'active'),
    viewer.isAdmin ? undefined : sql`(${programs.ownerId} = ${viewer.userId} or ${hasReports(viewer)})`,
  );

/** Who may be invited to a program: everybody, or the reports of one manager. A program to which one invites nobody is a 404. */
export async function whomToInvite(tx: TenantTransaction, viewer: Viewer, programId: string) {
  const [program] = await tx
    .select({ ownerId: programs.ownerId })
    .from(programs)
    .where(and(eq(programs.id, programId), mayInviteTo(viewer)));
  if (!program) throw notFound();
  const isForAll = viewer.isAdmin || program.ownerId === viewer.userId;
  return {
    isForAll,
    condition: and(
      inArray(users.status, ['active', 'invited']),
      isForAll ? undefined : eq(users.managerId, viewer.userId),
    ),
  };
}

export async function listInvitable(
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

/** As many as one looks through; a longer list is searched. */
const SHOWN = 50;

/** The people whom the viewer may invite to a program, without the viewer; who is in it already is marked. */
export async function findInvitable(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  search: string,
): Promise<InvitablePeople> {
  const { condition } = await whomToInvite(tx, viewer, programId);
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
    })
    .from(users)
    .where(and(condition, ne(users.id, viewer.userId), search === '' ? undefined : nameBegins(search)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .limit(SHOWN);
  return {
    data: rows.map((row) => ({
      ...participantOf(row),
      title: row.title,
      emailAddress: row.emailAddress,
      standing: standingOf(row.latest),
    })),
    total: rows[0]?.total ?? 0,
  };
}

function standingOf(state: EnrolmentState | null) {
  if (state === null || isOver(state)) return null;
  return state === 'invited' ? 'invited' : 'takes_part';
}
