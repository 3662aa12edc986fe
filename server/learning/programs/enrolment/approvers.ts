import { and, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { ProgramRow } from '#server/learning/programs/setup/setupPolicy.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';

/** Who answers requests to join a program: the owner, or the administrators if it has no active owner. */
export async function findApprovers(tx: TenantTransaction, { ownerId }: ProgramRow): Promise<number[]> {
  const isActive = eq(users.status, 'active');
  if (ownerId !== null) {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, ownerId), isActive));
    if (owner) return [owner.id];
  }
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), isActive));
  return admins.map(({ id }) => id);
}

/** The owner learns that no coach takes another learner, at most once a day. */
export async function reportMissingCoach(
  tx: TenantTransaction,
  program: ProgramRow,
  userId: number,
  now: Date,
) {
  await enqueueNotifications(
    tx,
    (await findApprovers(tx, program))
      .filter((receiverId) => receiverId !== userId)
      .map((receiverId) => ({
        receiverId,
        dedupeKey: `coaches-full:${program.id}:${now.toISOString().slice(0, 10)}:${receiverId}`,
        body: {
          notificationType: 'PROGRAM_COACH_MISSING',
          payload: { userId, programId: program.id, programName: program.name },
        },
      })),
    now,
  );
}
