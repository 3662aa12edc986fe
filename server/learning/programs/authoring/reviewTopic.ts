import { and, eq, ne, or } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { topics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { type AuthoringContext, changed } from './changeTopic.ts';
import { findTopicProblems } from './topicProblems.ts';
import { contentOf, lockTopic, type StoredTopic } from './topicsRepository.ts';

export const NO_REVIEW = {
  reviewAskedAt: null,
  reviewAskedBy: null,
  reviewNote: null,
  reviewNoteBy: null,
  reviewNoteAt: null,
};

/** Asks the other authors to review the draft, or withdraws the request. */
export async function changeTopicReview(
  context: AuthoringContext,
  topicId: string,
  { version, isAsked }: { version: number; isAsked: boolean },
) {
  const { tx, userId, now } = context;
  const topic = await lockTopic(tx, topicId, version);
  if (isAsked) await ask(context, topic);
  else if (topic.reviewAskedBy !== userId)
    throw notPossible('Only the author who asked for the review can withdraw it.');
  await tx
    .update(topics)
    .set({
      ...changed(context, version),
      ...NO_REVIEW,
      ...(isAsked && { reviewAskedAt: now, reviewAskedBy: userId }),
    })
    .where(eq(topics.id, topicId));
}

async function ask({ tx, userId, now }: AuthoringContext, topic: StoredTopic) {
  if (topic.retiredAt) throw notPossible('This topic is retired. Restore it before you ask for a review.');
  if (topic.reviewAskedAt) throw notPossible('This topic is already in review.');
  if (!topic.draft) throw notPossible('Nothing has changed since the last version.');
  const draft = await contentOf(tx, topic);
  const problems = await findTopicProblems(tx, draft);
  if (Object.keys(problems).length > 0)
    throw notPossible('This topic cannot be reviewed yet. Correct the marked fields.', problems);
  const authors = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        or(eq(users.mayAuthor, true), eq(users.isAdmin, true)),
        eq(users.status, 'active'),
        ne(users.id, userId),
      ),
    );
  if (authors.length === 0)
    throw notPossible('There is no other author who could review this topic. Publish it yourself.');
  await enqueueNotifications(
    tx,
    authors.map(({ id }) => ({
      receiverId: id,
      dedupeKey: `topic-review:${topic.id}:${now.toISOString()}:${id}`,
      body: {
        notificationType: 'TOPIC_REVIEW_REQUESTED',
        payload: { userId, extraPayload: { topicId: topic.id, topicTitle: draft.title } },
      },
    })),
    now,
  );
}

/** Sends the draft back to the author who asked for the review, with the requested changes. */
export async function commentOnTopic(
  context: AuthoringContext,
  topicId: string,
  { version, comment }: { version: number; comment: string },
) {
  const { tx, userId } = context;
  const topic = await lockTopic(tx, topicId, version);
  if (topic.reviewAskedBy === null) throw notPossible('This topic is not in review.');
  if (topic.reviewAskedBy === userId)
    throw notPossible('You asked for this review. Another author can answer it, or you can withdraw it.');
  await tx
    .update(topics)
    .set({
      ...changed(context, version),
      ...NO_REVIEW,
      reviewNote: comment,
      reviewNoteBy: userId,
      reviewNoteAt: context.now,
    })
    .where(eq(topics.id, topicId));
  await notifyAsker(tx, context, topic, 'returned');
}

/** Tells the author who asked for a review what another one did. */
export async function notifyAsker(
  tx: TenantTransaction,
  { userId, now }: Pick<AuthoringContext, 'userId' | 'now'>,
  { id: topicId, title, draft, reviewAskedBy }: StoredTopic,
  answer: 'published' | 'returned',
) {
  if (reviewAskedBy === null || reviewAskedBy === userId) return;
  await enqueueNotifications(
    tx,
    [
      {
        receiverId: reviewAskedBy,
        dedupeKey: `topic-reviewed:${topicId}:${now.toISOString()}`,
        body: {
          notificationType: 'TOPIC_REVIEW_ANSWERED',
          payload: { userId, extraPayload: { topicId, topicTitle: draft?.title ?? title, answer } },
        },
      },
    ],
    now,
  );
}
