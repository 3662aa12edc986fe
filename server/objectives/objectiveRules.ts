import { OBJECTIVES_MAX_ACTIVE } from '#contract/objectives.ts';
import { and, count, eq } from '../db/drizzle.ts';
import { objectives } from '../db/schema/objectives.ts';
import { users } from '../db/schema/people.ts';
import { topics } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notPossible } from '../http/refusal.ts';
import type { EditableValues, FullObjective } from './objective.ts';

const MAX_YEARS = 2;

export async function refuseTooMany(tx: TenantTransaction, ownerId: number) {
  // The person is locked, so that two of them at once are counted one after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
  const [active] = await tx
    .select({ n: count() })
    .from(objectives)
    .where(and(eq(objectives.ownerId, ownerId), eq(objectives.state, 'active')));
  if ((active?.n ?? 0) >= OBJECTIVES_MAX_ACTIVE)
    throw notPossible(
      `You have ${OBJECTIVES_MAX_ACTIVE} active objectives. End one first; more at a time are seldom reached.`,
      { state: `takes at most ${OBJECTIVES_MAX_ACTIVE} active ones` },
    );
}

/** What the schema cannot know: today, and which topics there are. What is left as it was is not asked again. */
export async function refuseValues(
  tx: TenantTransaction,
  before: FullObjective | null,
  { dueOn, topicId }: EditableValues,
  now: Date,
) {
  if (dueOn !== null && dueOn !== before?.dueOn) {
    const latest = new Date(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS);
    if (dueOn < now.toISOString().slice(0, 10))
      throw notPossible('The due date has passed already.', { dueOn: 'is in the past' });
    if (dueOn > latest.toISOString().slice(0, 10))
      throw notPossible('Choose a day within the next two years.', { dueOn: 'is more than two years away' });
  }
  if (topicId !== null && topicId !== before?.topicId) {
    const [topic] = await tx.select({ id: topics.id }).from(topics).where(eq(topics.id, topicId));
    if (!topic) throw notPossible('This topic is not in the library.', { topicId: 'is no topic' });
  }
}
