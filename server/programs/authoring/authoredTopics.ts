import { isDeepStrictEqual } from 'node:util';
import type { AuthoredStep, AuthoredTopic, NewTopicVersion } from '#contract/authoring.ts';
import { and, asc, desc, eq, inArray, ne, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import {
  enrolments,
  enrolmentTopics,
  programs,
  programTopics,
  topicSteps,
  topics,
  topicVersions,
} from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { validateChallenge } from './validateChallenge.ts';

/** The newest version of a topic with all data for authors. */
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
        const index = steps.findIndex(({ stepKey }) => stepKey === key);
        return index < 0 ? [] : [index];
      }),
    })),
    learnersOnOlder: older?.n ?? 0,
  };
}

/**
 * Publishes a new version. Learners keep their version and are offered the new one (decision 0028). Participants are
 * notified if the version contains a new or changed interactive challenge.
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
    throw new HttpError(
      409,
      'conflict',
      'Another version was published in the meantime. Reload the page, check the changes, then publish again.',
    );
  await validateSteps(tx, topicId, steps);
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
  const hasNewChallenge = steps.some(
    ({ stepKey, challenge }) =>
      challenge !== null &&
      !before.steps.some(
        (old) => old.stepKey === stepKey && stepKey !== null && isDeepStrictEqual(old.challenge, challenge),
      ),
  );
  if (hasNewChallenge) await notifyLearners(tx, viewer, { topicId, n }, now);
}

async function validateSteps(tx: TenantTransaction, topicId: string, steps: AuthoredStep[]) {
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
      fields[`${at}.stepKey`] = 'is unknown or used twice';
    if (stepKey !== null) seen.add(stepKey);
    if (challenge && kind !== 'challenge') fields[`${at}.challenge`] = 'is only allowed in challenge steps';
    if (goal !== null && kind !== 'practice') fields[`${at}.goal`] = 'is only allowed in practice steps';
    if (after.some((other) => other >= index)) fields[`${at}.after`] = 'can only contain earlier steps';
    for (const [field, message] of Object.entries(challenge ? validateChallenge(challenge) : {}))
      fields[`${at}.challenge.${field}`] = message;
  });
  if (!steps.some(({ required }) => required)) fields.steps = 'need at least 1 required step';
  if (Object.keys(fields).length > 0)
    throw notPossible('This version cannot be published yet. Correct the marked fields.', fields);
}

/** Notifies the participants of each program with this topic, once per program. */
async function notifyLearners(
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
