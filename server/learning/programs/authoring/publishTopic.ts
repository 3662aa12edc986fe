import { isDeepStrictEqual } from 'node:util';
import {
  type NewTopicVersion,
  type PublishableTopic,
  publishableTopicSchema,
} from '#contract/learning/authoring.ts';
import { webAddress } from '#contract/learning/richText.ts';
import { and, eq, inArray, ne, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import {
  enrolments,
  programs,
  programTopics,
  topicSteps,
  topics,
  topicVersions,
} from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import type { AuthoringContext } from './changeTopic.ts';
import { NO_REVIEW, notifyAsker } from './reviewTopic.ts';
import { findTopicProblems } from './topicProblems.ts';
import { contentOf, lockTopic, publishedOf } from './topicsRepository.ts';

/**
 * Publishes the draft as a version that never changes. Learners keep their version and are offered the new one (decision
 * 0028). Participants are notified if the version contains a new or changed interactive challenge.
 */
export async function publishTopic(
  context: AuthoringContext,
  topicId: string,
  { version, notes }: NewTopicVersion,
) {
  const { tx, audit, actor, userId, now } = context;
  const topic = await lockTopic(tx, topicId, version);
  if (topic.retiredAt) throw notPossible('This topic is retired. Restore it before you publish it.');
  if (!topic.draft) throw notPossible('Nothing has changed since the last version.');
  if (topic.reviewAskedBy === userId)
    throw notPossible(
      'You asked for a review of this topic. Another author can publish it, or you can withdraw the request.',
    );
  const draft = await contentOf(tx, topic);
  const n = topic.newest + 1;
  const problems = await findTopicProblems(tx, draft);
  if (n > 1 && notes === null) problems.notes = 'is missing';
  const checked = publishableTopicSchema.safeParse(draft);
  if (!checked.success || Object.keys(problems).length > 0)
    throw notPossible('This topic cannot be published yet. Correct the marked fields.', problems);

  const before = (await publishedOf(tx, topic)).steps;
  const steps = await withOwnKeys(tx, topicId, checked.data.steps);
  const { title, behaviorName, description } = checked.data;
  await tx.insert(topicVersions).values({
    tenantId: tx.tenantId,
    topicId,
    n,
    publishedAt: now,
    notes,
    publishedBy: userId,
    title,
    behaviorName,
    description,
  });
  await tx.insert(topicSteps).values(
    steps.map(({ after, url, ...step }, position) => ({
      tenantId: tx.tenantId,
      topicId,
      n,
      position,
      ...step,
      url: webAddress(url ?? ''),
      prerequisiteKeys: [...new Set(after)],
    })),
  );
  await tx
    .update(topics)
    .set({
      title,
      behaviorName,
      description,
      draft: null,
      ...NO_REVIEW,
      version: version + 1,
      changedBy: userId,
      changedAt: now,
    })
    .where(eq(topics.id, topicId));
  const hasNewChallenge = steps.some(
    ({ stepKey, challenge }) =>
      challenge !== null &&
      !before.some((old) => old.stepKey === stepKey && isDeepStrictEqual(old.challenge, challenge)),
  );
  if (hasNewChallenge) await notifyLearners(tx, userId, { topicId, n }, now);
  await notifyAsker(tx, { userId, now }, topic, 'published');
  await audit.record(tx, actor, {
    action: 'topic.published',
    subject: { type: 'topic', id: topicId },
    changes: { topicVersion: { before: n === 1 ? null : n - 1, after: n } },
  });
}

/**
 * Steps keep the keys of the draft. An editor that another author has open, or a browser that stores unsaved changes,
 * refers to the same steps after publishing, and records stay with them. Only the key of a step of another topic is
 * replaced, because records are found by the key.
 */
async function withOwnKeys(tx: TenantTransaction, topicId: string, steps: PublishableTopic['steps']) {
  // Two topics that are published at the same time cannot get the same key.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('step keys'), ${tx.tenantId})`);
  const sent = steps.map(({ stepKey }) => stepKey);
  const taken = await tx
    .selectDistinct({ stepKey: topicSteps.stepKey })
    .from(topicSteps)
    .where(and(inArray(topicSteps.stepKey, sent), ne(topicSteps.topicId, topicId)));
  const keys = new Map(taken.map(({ stepKey }) => [stepKey, newId()]));
  const keyOf = (key: string) => keys.get(key) ?? key;
  return steps.map((step) => ({ ...step, stepKey: keyOf(step.stepKey), after: step.after.map(keyOf) }));
}

/** Notifies the participants of each program with this topic, once per program. */
async function notifyLearners(
  tx: TenantTransaction,
  authorId: number,
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
        ne(enrolments.userId, authorId),
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
        payload: { userId: authorId, programId, programName, extraPayload: { topicId } },
      },
    })),
    now,
  );
}
