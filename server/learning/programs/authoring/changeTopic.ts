import type { DraftStep, TopicChange, TopicDraft } from '#contract/learning/authoring.ts';
import { plainTextOf } from '#contract/learning/richText.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { topics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { assertOwnSurveys } from './topicSurveys.ts';
import { contentOf, lockTopic, stateOf } from './topicsRepository.ts';

export interface AuthoringContext {
  tx: TenantTransaction;
  audit: Pick<Audit, 'record'>;
  actor: Actor;
  userId: number;
  isAdmin: boolean;
  now: Date;
}

/** The columns that every change of a topic sets. */
export const changed = ({ userId, now }: AuthoringContext, version: number) => ({
  version: version + 1,
  changedBy: userId,
  changedAt: now,
});

/** Creates a draft, owned by its author. Its steps get new keys, so they are not the steps of another topic. Returns its id. */
export async function createTopic(
  context: AuthoringContext,
  { title, tags = [], steps = [], ...content }: Partial<TopicDraft> & { title: string; tags?: string[] },
): Promise<string> {
  const { tx, audit, actor, userId, now } = context;
  const topicId = newId();
  const draft = withPlainTexts({
    behaviorName: '',
    description: '',
    ...content,
    title,
    steps: withNewKeys(steps),
  });
  await tx.insert(topics).values({
    id: topicId,
    tenantId: tx.tenantId,
    ...textsOf(draft),
    tags,
    draft,
    ownerId: userId,
    changedBy: userId,
    changedAt: now,
  });
  await audit.record(tx, actor, { action: 'topic.created', subject: { type: 'topic', id: topicId } });
  return topicId;
}

/** Saves a draft. Until the first version is published, the topic is listed under the title of its draft. */
export async function saveTopic(
  context: AuthoringContext,
  topicId: string,
  { version, tags, ownerId, ...fields }: TopicChange,
) {
  const { tx } = context;
  const topic = await lockTopic(tx, topicId, version);
  if (ownerId !== undefined && ownerId !== topic.ownerId) await assertAuthor(tx, ownerId);
  if (fields.steps) await assertOwnSurveys(tx, context, topicId, fields.steps);
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const draft: TopicDraft | null =
    Object.keys(sent).length > 0 ? withPlainTexts({ ...(await contentOf(tx, topic)), ...sent }) : topic.draft;
  await tx
    .update(topics)
    .set({
      ...changed(context, version),
      draft,
      ...(draft && topic.newest === 0 && textsOf(draft)),
      ...(tags && { tags: [...new Set(tags)] }),
      ...(ownerId !== undefined && { ownerId }),
    })
    .where(eq(topics.id, topicId));
}

/** A new draft with the content of another topic. Records are not moved. */
export async function copyTopic(context: AuthoringContext, topicId: string): Promise<string> {
  const { tx } = context;
  const [row] = await tx.select({ version: topics.version }).from(topics).where(eq(topics.id, topicId));
  if (!row) throw notFound();
  const topic = await lockTopic(tx, topicId, row.version);
  const content = await contentOf(tx, topic);
  return createTopic(context, {
    ...content,
    title: `Copy of ${content.title}`.slice(0, 120),
    tags: topic.tags,
  });
}

function withNewKeys(steps: readonly DraftStep[]): DraftStep[] {
  const keys = new Map(steps.map(({ stepKey }) => [stepKey, newId()]));
  return steps.map((step) => ({
    ...step,
    stepKey: keys.get(step.stepKey) ?? newId(),
    after: step.after.flatMap((key) => keys.get(key) ?? []),
  }));
}

/** Retires a topic, or undoes that. Programs that use it keep it. */
export async function retireTopic(
  context: AuthoringContext,
  topicId: string,
  { version, isRetired }: { version: number; isRetired: boolean },
) {
  const { tx, audit, actor, now } = context;
  const topic = await lockTopic(tx, topicId, version);
  if ((topic.retiredAt !== null) === isRetired) return;
  const retiredAt = isRetired ? now : null;
  await tx
    .update(topics)
    .set({ ...changed(context, version), retiredAt })
    .where(eq(topics.id, topicId));
  await audit.record(tx, actor, {
    action: isRetired ? 'topic.retired' : 'topic.restored',
    subject: { type: 'topic', id: topicId },
    changes: { state: { before: stateOf(topic), after: stateOf({ ...topic, retiredAt }) } },
  });
}

/** The plain text of a formatted step is computed, so that both texts are the same. */
const withPlainTexts = (draft: TopicDraft): TopicDraft => ({
  ...draft,
  steps: draft.steps.map((step) => (step.document ? { ...step, body: plainTextOf(step.document) } : step)),
});

const textsOf = ({ title, behaviorName, description }: TopicDraft) => ({ title, behaviorName, description });

async function assertAuthor(tx: TenantTransaction, userId: number) {
  const [owner] = await tx
    .select({ mayAuthor: users.mayAuthor, isAdmin: users.isAdmin, status: users.status })
    .from(users)
    .where(eq(users.id, userId));
  if (owner?.status !== 'active' || !(owner.mayAuthor || owner.isAdmin))
    throw notPossible('The owner must be an active author.', { ownerId: 'is not an author' });
}
