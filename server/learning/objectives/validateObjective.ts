import { OBJECTIVES_MAX_ACTIVE } from '#contract/learning/objectives.ts';
import { and, count, eq } from '#server/db/drizzle.ts';
import { objectives } from '#server/db/schema/objectives.ts';
import { users } from '#server/db/schema/people.ts';
import { topics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { EditableValues, FullObjective } from './objective.ts';

const MAX_YEARS = 2;

export async function assertActiveLimit(tx: TenantTransaction, ownerId: number) {
  // Locks the user, so that concurrent requests are counted one after another.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
  const [active] = await tx
    .select({ n: count() })
    .from(objectives)
    .where(and(eq(objectives.ownerId, ownerId), eq(objectives.state, 'active')));
  if ((active?.n ?? 0) >= OBJECTIVES_MAX_ACTIVE)
    throw notPossible(
      `You already have ${OBJECTIVES_MAX_ACTIVE} active objectives. End one before you start another.`,
      { state: `allows at most ${OBJECTIVES_MAX_ACTIVE} active objectives` },
    );
}

/**
 * Checks what the schema cannot check: whether the due date is in the future and the topic exists. Skips unchanged
 * values.
 */
export async function validateObjective(
  tx: TenantTransaction,
  viewer: Viewer,
  before: FullObjective | null,
  { dueOn, topicId }: EditableValues,
  now: Date,
) {
  if (dueOn !== null && dueOn !== before?.dueOn) {
    const latest = new Date(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS);
    if (dueOn < dayOf(now, viewer))
      throw notPossible('The due date is in the past. Choose a later date.', { dueOn: 'is in the past' });
    if (dueOn > dayOf(latest, viewer))
      throw notPossible('The due date is too far away. Choose a date within the next 2 years.', {
        dueOn: 'is more than 2 years away',
      });
  }
  if (topicId !== null && topicId !== before?.topicId) {
    const [topic] = await tx.select({ id: topics.id }).from(topics).where(eq(topics.id, topicId));
    if (!topic)
      throw notPossible('This topic no longer exists. Choose another topic.', {
        topicId: 'does not exist',
      });
  }
}
