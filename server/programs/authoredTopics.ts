import { isDeepStrictEqual } from 'node:util';
import type { AuthoredStep, AuthoredTopic, NewTopicVersion } from '#contract/topics.ts';
import { and, asc, desc, eq, inArray, ne, sql } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import {
  enrolments,
  enrolmentTopics,
  programs,
  programTopics,
  topicSteps,
  topics,
  topicVersions,
} from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible, Refusal } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueNotifications } from '../outbox/index.ts';
import { faultsOf } from './challengeFaults.ts';

/** The newest version of a topic as its authors see it. */
export async function readTopic(tx: TenantTransaction, topicId: string): Promise<AuthoredTopic> {
  const [head] = await tx
    .select({
      topicId: topics.id,
      title: topics.title,
      behaviorName: topics.behaviorName,
      description: topics.description,
      version: topicVersions.n,
      notes: topicVersions.notes,
      publishedAt: topicVersions.publishedAt,
    })
    .from(topics)
    .innerJoin(topicVersions, eq(topicVersions.topicId, topics.id))
    .where(eq(topics.id, topicId))
    .orderBy(desc(topicVersions.n))
    .limit(1);
  if (!head) throw notFound();
  const steps = await tx
    .select()
    .from(topicSteps)
    .where(and(eq(topicSteps.topicId, topicId), eq(topicSteps.n, head.version)))
    .orderBy(asc(topicSteps.position));
  const [older] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(enrolmentTopics)
    .innerJoin(enrolments, eq(enrolments.id, enrolmentTopics.enrolmentId))
    .where(
      and(
        eq(enrolmentTopics.topicId, topicId),
        ne(enrolmentTopics.n, head.version),
        inArray(enrolments.state, ['choosing', 'active']),
      ),
    );
  return {
    ...head,
    publishedAt: head.publishedAt.toISOString(),
    steps: steps.map((step) => ({
      stepKey: step.stepKey,
      title: step.title,
      kind: step.kind,
      minutes: step.minutes,
      required: step.required,
      body: step.body,
      goal: step.goal,
      challenge: step.challenge,
      after: step.prerequisiteKeys.flatMap((key) => {
        const at = steps.findIndex(({ stepKey }) => stepKey === key);
        return at < 0 ? [] : [at];
      }),
    })),
    learnersOnOlder: older?.n ?? 0,
  };
}

/**
 * Publishes a new version. Nobody who is on the way is moved to it: it is offered to them. Where an interactive challenge
 * is new or another one, those who take part are told.
 */
export async function publishVersion(
  tx: TenantTransaction,
  viewer: Viewer,
  topicId: string,
  { basedOn, notes, steps }: NewTopicVersion,
  now: Date,
) {
  await tx.select({ id: topics.id }).from(topics).where(eq(topics.id, topicId)).for('update');
  const before = await readTopic(tx, topicId);
  if (before.version !== basedOn)
    throw new Refusal(
      409,
      'conflict',
      'Somebody else has published a version in the meantime. Look at it, then publish yours.',
    );
  await refuseFaults(tx, topicId, steps);
  const n = before.version + 1;
  const keys = steps.map(({ stepKey }) => stepKey ?? newId());
  await tx
    .insert(topicVersions)
    .values({ tenantId: tx.tenantId, topicId, n, publishedAt: now, notes, publishedBy: viewer.userId });
  await tx.insert(topicSteps).values(
    steps.map(({ after, stepKey: _key, ...step }, position) => ({
      tenantId: tx.tenantId,
      topicId,
      n,
      stepKey: keys[position] ?? newId(),
      position,
      ...step,
      prerequisiteKeys: [...new Set(after)].flatMap((index) => keys[index] ?? []),
    })),
  );
  const isNews = steps.some(
    ({ stepKey, challenge }) =>
      challenge !== null &&
      !before.steps.some(
        (old) => old.stepKey === stepKey && stepKey !== null && isDeepStrictEqual(old.challenge, challenge),
      ),
  );
  if (isNews) await tellLearners(tx, viewer, { topicId, n }, now);
}

async function refuseFaults(tx: TenantTransaction, topicId: string, steps: AuthoredStep[]) {
  const fields: Record<string, string> = {};
  const known = new Set(
    (
      await tx
        .selectDistinct({ stepKey: topicSteps.stepKey })
        .from(topicSteps)
        .where(eq(topicSteps.topicId, topicId))
    ).map(({ stepKey }) => stepKey),
  );
  const seen = new Set<string>();
  steps.forEach(({ stepKey, kind, challenge, goal, after }, index) => {
    const at = `steps.${index}`;
    if (stepKey !== null && (!known.has(stepKey) || seen.has(stepKey)))
      fields[`${at}.stepKey`] = 'is no step of this topic, or is there twice';
    if (stepKey !== null) seen.add(stepKey);
    if (challenge && kind !== 'challenge') fields[`${at}.challenge`] = 'belongs to a step of another kind';
    if (goal !== null && kind !== 'practice') fields[`${at}.goal`] = 'belongs to a practice';
    if (after.some((other) => other >= index)) fields[`${at}.after`] = 'has to be earlier steps';
    for (const [field, fault] of Object.entries(challenge ? faultsOf(challenge) : {}))
      fields[`${at}.challenge.${field}`] = fault;
  });
  if (!steps.some(({ required }) => required)) fields.steps = 'needs a required step';
  if (Object.keys(fields).length > 0)
    throw notPossible('This version cannot be published yet. See the fields.', fields);
}

/** Everybody who takes part in a program with this topic hears of it once for each program. */
async function tellLearners(
  tx: TenantTransaction,
  viewer: Viewer,
  { topicId, n }: { topicId: string; n: number },
  now: Date,
) {
  const learners = await tx
    .select({ userId: enrolments.userId, programId: programs.id, programName: programs.name })
    .from(programTopics)
    .innerJoin(programs, eq(programs.id, programTopics.programId))
    .innerJoin(enrolments, eq(enrolments.programId, programs.id))
    .where(
      and(
        eq(programTopics.topicId, topicId),
        eq(programs.status, 'active'),
        ne(enrolments.userId, viewer.userId),
        inArray(enrolments.state, ['accepted', 'choosing', 'active', 'ready_to_finish']),
      ),
    );
  await enqueueNotifications(
    tx,
    learners.map(({ userId, programId, programName }) => ({
      receiverId: userId,
      dedupeKey: `content:${topicId}:${n}:${programId}:${userId}`,
      body: {
        notificationType: 'NEW_INTERACTIVE_CONTENT_UPLOADED',
        payload: { userId: viewer.userId, programId, programName },
      },
    })),
    now,
  );
}
