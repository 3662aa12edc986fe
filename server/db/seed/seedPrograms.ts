import { eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { joinRequests, programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { createProgram } from '#server/learning/programs/setup/changeSetup.ts';
import { launchProgram } from '#server/learning/programs/setup/launch.ts';
import type { OrganisationRows } from './organisationRows.ts';

const DAY_MS = 86_400_000;

/**
 * A program in the catalogue with a request to join, and a manager's draft that the administrators are asked to launch. The
 * product's own functions create them, with a clock in the past and without notifications.
 */
export async function seedPrograms(
  tx: TenantTransaction,
  { rows, now }: { rows: OrganisationRows; now: Date },
): Promise<void> {
  const personOf = (mailbox: string) => rows.users.find(({ email }) => email.startsWith(`${mailbox}@`));
  const [admin, manager, colleague] = [personOf('admin'), personOf('manager'), personOf('ines.duarte')];
  const topicsOf = (name: string) => {
    const program = rows.programs.find((one) => one.name === name);
    return rows.programTopics
      .filter(({ programId }) => programId === program?.id)
      .map(({ topicId }) => topicId);
  };
  const coach = personOf('tobias.hellstrom');
  if (!admin?.id || !manager?.id || !colleague?.id || !coach?.id) return;
  const contextAt = (userId: number, isAdmin: boolean, daysAgo: number) => {
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    return {
      tx,
      // Not recorded, because the demo's audit log already has later entries.
      audit: { record: () => Promise.resolve() },
      actor: { userId, requestId: newId(), address: '203.0.113.10' },
      viewer: { userId, isAdmin, mayAuthor: isAdmin, timeZone: 'UTC' },
      now: at,
    };
  };
  const open = contextAt(admin.id, true, 9);
  const topicIds = topicsOf('Difficult conversations').slice(0, 3);
  const programId = await createProgram(open, {
    name: 'Conversations for everyone',
    purpose: 'Say what has to be said early, and keep the relationship.',
    topicIds,
    selectionMin: 1,
    selectionMax: 1,
    topicOrder: 'free',
    due: { kind: 'days', days: 42 },
    coachingPlan: { sessions: 2, everyDays: 21 },
    coachIds: [coach.id],
    coachLimit: 6,
    joining: 'request',
  });
  await launchProgram(open, { enqueue: async () => null }, programId, 1);
  await tx.update(programs).set({ launchEndedAt: open.now }).where(eq(programs.id, programId));
  await tx.insert(joinRequests).values({
    tenantId: tx.tenantId,
    programId,
    userId: colleague.id,
    note: 'I tell customers about refused claims every day, and would like to do it better.',
    askedAt: new Date(now.getTime() - 2 * DAY_MS),
  });
  const asked = contextAt(manager.id, false, 1);
  const draftId = await createProgram(asked, {
    name: 'Working under pressure, service desk',
    purpose: 'Keep calm at the counter, and ask for help before it is too much.',
    topicIds: topicsOf('Working under pressure').slice(0, 2),
    selectionMin: 1,
    selectionMax: 2,
    topicOrder: 'fixed',
    due: { kind: 'days', days: 56 },
    audience: { everyone: true, userIds: [], departmentIds: [] },
  });
  await tx.update(programs).set({ reviewAskedAt: asked.now, version: 2 }).where(eq(programs.id, draftId));
}
