import type { ReviewChange } from '#contract/learning/programSetup.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import type { SetupContext } from './applyFields.ts';
import { readSetup } from './readSetup.ts';
import { lockManaged, mayLaunch, type ProgramRow } from './setupPolicy.ts';

/**
 * If only administrators launch programs, the owner asks them to launch a draft or withdraws the request, or
 * an administrator sends the draft back with a note.
 */
export async function changeReview(context: SetupContext, programId: string, change: ReviewChange) {
  const { tx, viewer, now } = context;
  const program = await lockManaged(tx, viewer, programId, change.version);
  if (program.status !== 'draft') throw notPossible('This program was already launched.');
  if (change.action === 'ask') await ask(context, program);
  else if (program.reviewAskedAt === null)
    throw notPossible('The administrators are not asked to launch this program.');
  else if (change.action === 'return') await sendBack(context, program, change.note ?? '');
  await tx
    .update(programs)
    .set({
      version: change.version + 1,
      reviewAskedAt: change.action === 'ask' ? now : null,
      reviewNote: change.action === 'return' ? change.note : null,
    })
    .where(eq(programs.id, programId));
}

async function ask({ tx, viewer, now }: SetupContext, program: ProgramRow) {
  if (await mayLaunch(tx, viewer)) throw notPossible('You can launch this program yourself.');
  const { problems } = await readSetup(tx, viewer, program.id, now);
  if (Object.keys(problems).length > 0)
    throw notPossible('This program cannot be launched yet. Correct the marked fields.', problems);
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, 'active')));
  await enqueueNotifications(
    tx,
    admins.map(({ id }) => ({
      receiverId: id,
      dedupeKey: `launch-requested:${program.id}:${now.toISOString()}:${id}`,
      body: {
        notificationType: 'PROGRAM_LAUNCH_REQUESTED',
        payload: { userId: viewer.userId, programId: program.id, programName: program.name.trim() },
      },
    })),
    now,
  );
}

async function sendBack({ tx, audit, actor, viewer, now }: SetupContext, program: ProgramRow, note: string) {
  if (!viewer.isAdmin || program.ownerId === viewer.userId)
    throw notPossible('Only an administrator can send this program back to its owner.');
  if (note === '') throw notPossible('Say what the owner should change.', { note: 'is missing' });
  await notifyOwner(tx, program, viewer.userId, 'returned', now);
  await audit.record(tx, actor, {
    action: 'program.returned',
    subject: { type: 'program', id: program.id },
    reason: note,
  });
}

/** Notifies the owner, who asked the administrators, of an administrator's response. */
export async function notifyOwner(
  tx: TenantTransaction,
  { id: programId, name, ownerId }: ProgramRow,
  actorId: number,
  answer: 'launched' | 'returned',
  now: Date,
) {
  if (ownerId === null || ownerId === actorId) return;
  await enqueueNotifications(
    tx,
    [
      {
        receiverId: ownerId,
        dedupeKey: `launch-answered:${programId}:${now.toISOString()}`,
        body: {
          notificationType: 'PROGRAM_LAUNCH_ANSWERED',
          payload: { userId: actorId, programId, programName: name.trim(), extraPayload: { answer } },
        },
      },
    ],
    now,
  );
}
