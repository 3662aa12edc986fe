import type { JoinAnswer, JoinRequests } from '#contract/learning/joining.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { joinRequests, programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { assignCoaches, dueDayOf, lockProgram } from '#server/learning/programs/setup/newLearners.ts';
import { OPEN_REQUESTS } from '#server/learning/programs/setup/openRequests.ts';
import { findManaged, isManagedBy, type ProgramRow } from '#server/learning/programs/setup/setupPolicy.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { participantOf } from '#server/people/index.ts';
import { findApprovers, reportMissingCoach } from './approvers.ts';
import { isOffered } from './catalogue.ts';
import { startCycle } from './enrolment.ts';

/** Locks a program that is offered to the person; 404 for every other one. */
async function lockOffered(tx: TenantTransaction, userId: number, programId: string): Promise<ProgramRow> {
  const program = await lockProgram(tx, programId);
  const { rows } = await tx.execute(
    sql`select from programs as p where p.id = ${programId} and ${isOffered(userId)}`,
  );
  if (!program || rows.length === 0) throw notFound();
  return program;
}

/** Makes a person a learner who chooses topics next. */
async function enrol(tx: TenantTransaction, program: ProgramRow, userId: number, now: Date) {
  const [learner] = await assignCoaches(tx, program, [userId]);
  if (learner?.coachId == null && program.coachIds.length > 0)
    await reportMissingCoach(tx, program, userId, now);
  await startCycle(
    tx,
    { programId: program.id, userId },
    { state: 'choosing', cycle: 1, coachId: learner?.coachId ?? null, dueOn: dueDayOf(program, now), now },
  );
}

/** Joins a program that is open to everyone who finds it. Joining again changes nothing. */
export async function join(tx: TenantTransaction, { userId }: Viewer, programId: string, now: Date) {
  await lockProgram(tx, programId);
  const plan = await findOwnPlan(tx, userId, programId);
  if (plan?.enrolment === 'choosing' || plan?.enrolment === 'active') return;
  const program = await lockOffered(tx, userId, programId);
  if (program.joining !== 'open') throw notPossible('You can join this program after its owner has agreed.');
  await enrol(tx, program, userId, now);
}

/** Asks the owner of a program, or the administrators if it has no active owner. Asking again changes the note only. */
export async function askToJoin(
  tx: TenantTransaction,
  { userId }: Viewer,
  programId: string,
  note: string | null,
  now: Date,
) {
  const program = await lockOffered(tx, userId, programId);
  if (program.joining !== 'request') throw notPossible('You can join this program without asking.');
  const own = and(eq(joinRequests.programId, programId), eq(joinRequests.userId, userId));
  const [earlier] = await tx.select().from(joinRequests).where(own);
  if (earlier?.answeredAt)
    throw notPossible('Your request was declined. Talk to the owner of the program if this has changed.');
  if (earlier) return void (await tx.update(joinRequests).set({ note }).where(own));
  await tx.insert(joinRequests).values({ tenantId: tx.tenantId, programId, userId, note, askedAt: now });
  await enqueueNotifications(
    tx,
    (await findApprovers(tx, program)).map((receiverId) => ({
      receiverId,
      dedupeKey: `join-requested:${programId}:${userId}:${now.toISOString()}:${receiverId}`,
      body: {
        notificationType: 'PROGRAM_JOIN_REQUESTED',
        payload: { userId, programId, programName: program.name },
      },
    })),
    now,
  );
}

/** Withdraws an open request; 404 if there is none. */
export async function withdrawRequest(tx: TenantTransaction, { userId }: Viewer, programId: string) {
  const { rowCount } = await tx
    .delete(joinRequests)
    .where(
      and(
        eq(joinRequests.programId, programId),
        eq(joinRequests.userId, userId),
        isNull(joinRequests.answeredAt),
      ),
    );
  if (rowCount === 0) throw notFound();
}

interface RequestRow extends Record<string, unknown> {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
  note: string | null;
  askedAt: string;
  total: number;
}

/** Open requests to join a program that the viewer manages, the oldest first. */
export async function listRequests(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<JoinRequests> {
  await findManaged(tx, viewer, programId);
  const { rows } = await tx.execute<RequestRow>(sql`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.avatar_id as "avatarId", r.note,
      r.asked_at as "askedAt", (count(*) over ())::int as total
    from ${sql.raw(OPEN_REQUESTS)} where r.program_id = ${programId}
    order by r.asked_at, u.id offset ${offset} limit ${limit}`);
  return {
    data: rows.map(({ note, askedAt, ...person }) => ({
      person: participantOf(person),
      note,
      askedAt: new Date(askedAt).toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** Answers an open request; the same answer again changes nothing. */
export async function answerRequest(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, userId }: { programId: string; userId: number },
  { accept, note }: JoinAnswer,
  now: Date,
) {
  const [program] = await tx
    .select()
    .from(programs)
    .where(and(eq(programs.id, programId), isManagedBy(viewer)))
    .for('no key update');
  const asked = and(eq(joinRequests.programId, programId), eq(joinRequests.userId, userId));
  const [request] = program ? await tx.select().from(joinRequests).where(asked) : [];
  if (!program || !request) throw notFound();
  if (request.accepted === accept) return;
  if (request.answeredAt) throw notPossible('This request was already answered. Reload the page.');
  if (program.status !== 'active')
    throw notPossible('No one can join this program now. Resume it before you answer requests.');
  if (accept && !(await findOwnPlan(tx, userId, programId))) await enrol(tx, program, userId, now);
  await tx
    .update(joinRequests)
    .set({ answeredAt: now, answeredBy: viewer.userId, accepted: accept, answerNote: note })
    .where(asked);
  await enqueueNotifications(
    tx,
    [
      {
        receiverId: userId,
        dedupeKey: `join-answered:${programId}:${userId}:${now.toISOString()}`,
        body: {
          notificationType: 'PROGRAM_JOIN_ANSWERED',
          payload: {
            userId: viewer.userId,
            programId,
            programName: program.name,
            extraPayload: { accepted: accept },
          },
        },
      },
    ],
    now,
  );
}
