import type { AuthoredTopic, DraftStep, TopicDraft } from '#contract/learning/authoring.ts';
import { and, asc, desc, eq, sql } from '#server/db/drizzle.ts';
import { topicSteps, topics, topicVersions } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound } from '#server/http/httpError.ts';
import { findUploads } from '#server/learning/packages/index.ts';
import { isWorkingOn } from '#server/learning/programs/plans/topicUpgrades.ts';
import { findParticipants } from '#server/people/index.ts';
import { findTopicProblems } from './topicProblems.ts';

type Row = typeof topics.$inferSelect;
export interface StoredTopic extends Row {
  /** The newest published version; 0 before the first one. */
  newest: number;
}

/** Locks a topic until the end of the transaction, for a change that is based on `version`. */
export async function lockTopic(
  tx: TenantTransaction,
  topicId: string,
  version: number,
): Promise<StoredTopic> {
  const [row] = await tx.select().from(topics).where(eq(topics.id, topicId)).for('update');
  if (!row) throw notFound();
  if (row.version !== version)
    throw new HttpError(
      409,
      'conflict',
      'The topic was changed in the meantime. Compare the versions, then save again.',
    );
  return { ...row, newest: await findNewest(tx, topicId) };
}

async function findNewest(tx: TenantTransaction, topicId: string): Promise<number> {
  const [newest] = await tx
    .select({ n: sql<number>`coalesce(max(${topicVersions.n}), 0)` })
    .from(topicVersions)
    .where(eq(topicVersions.topicId, topicId));
  return newest?.n ?? 0;
}

/** The texts and steps of a published version; without steps before the first one. */
export async function readVersion(tx: TenantTransaction, topic: Row, n: number): Promise<TopicDraft> {
  const [texts] = await tx
    .select()
    .from(topicVersions)
    .where(and(eq(topicVersions.topicId, topic.id), eq(topicVersions.n, n)));
  const steps = await tx
    .select()
    .from(topicSteps)
    .where(and(eq(topicSteps.topicId, topic.id), eq(topicSteps.n, n)))
    .orderBy(asc(topicSteps.position));
  return {
    title: texts?.title ?? topic.title,
    behaviorName: texts?.behaviorName ?? topic.behaviorName,
    description: texts?.description ?? topic.description,
    steps: steps.map(
      ({
        stepKey,
        title,
        kind,
        minutes,
        required,
        body,
        document,
        goal,
        challenge,
        prerequisiteKeys,
        packageId,
        surveyId,
        url,
        fileId,
        captionsId,
      }) => ({
        stepKey,
        title,
        kind,
        minutes,
        required,
        body,
        document,
        goal,
        challenge,
        ...(packageId && { packageId }),
        ...(surveyId && { surveyId }),
        ...(url && { url }),
        ...(fileId && { fileId }),
        ...(captionsId && { captionsId }),
        after: prerequisiteKeys,
      }),
    ),
  };
}

/** The content for authors: the draft, or the newest version. */
export const contentOf = async (tx: TenantTransaction, topic: StoredTopic): Promise<TopicDraft> =>
  topic.draft ?? (await readVersion(tx, topic, topic.newest));

/** The newest published version; without steps before the first one. */
export const publishedOf = (tx: TenantTransaction, topic: StoredTopic) =>
  readVersion(tx, topic, topic.newest);

/** A topic as published, or as a draft if it was never published. */
export async function readLibraryTopic(
  tx: TenantTransaction,
  topicId: string,
): Promise<TopicDraft & Pick<Row, 'tags'>> {
  const [row] = await tx.select().from(topics).where(eq(topics.id, topicId));
  if (!row) throw notFound();
  const topic = { ...row, newest: await findNewest(tx, topicId) };
  const content = await (topic.newest > 0 ? publishedOf(tx, topic) : contentOf(tx, topic));
  return { ...content, tags: row.tags };
}

/** A topic with all data for authors. */
export async function readTopic(tx: TenantTransaction, topicId: string): Promise<AuthoredTopic> {
  const [row] = await tx.select().from(topics).where(eq(topics.id, topicId));
  if (!row) throw notFound();
  const versions = await tx
    .select()
    .from(topicVersions)
    .where(eq(topicVersions.topicId, topicId))
    .orderBy(desc(topicVersions.n));
  const newest = versions[0]?.n ?? 0;
  const content = await contentOf(tx, { ...row, newest });
  const usedIn = await findUses(tx, topicId);
  const people = await findParticipants(tx, [
    row.ownerId,
    row.changedBy,
    row.reviewAskedBy,
    row.reviewNoteBy,
    ...versions.map(({ publishedBy }) => publishedBy),
  ]);
  const participant = (userId: number | null) => (userId === null ? null : (people.get(userId) ?? null));
  return {
    topicId,
    state: stateOf({ ...row, newest }),
    version: row.version,
    ...content,
    tags: row.tags,
    owner: participant(row.ownerId),
    changedBy: participant(row.changedBy),
    changedAt: (row.changedAt ?? versions[0]?.publishedAt ?? new Date(0)).toISOString(),
    hasDraft: row.draft !== null,
    versions: versions.map(({ n, notes, publishedAt, publishedBy }) => ({
      n,
      notes,
      publishedAt: publishedAt.toISOString(),
      publishedBy: participant(publishedBy),
    })),
    uploads: await findUploads(tx, uploadIdsOf(content.steps)),
    problems: await findTopicProblems(tx, content),
    usedIn,
    learnersOnOlder: usedIn
      .flatMap(({ learners }) => learners)
      .filter(({ n }) => n < newest)
      .reduce((sum, { count }) => sum + count, 0),
    review: {
      asked: row.reviewAskedAt && { by: participant(row.reviewAskedBy), at: row.reviewAskedAt.toISOString() },
      comment:
        row.reviewNote === null
          ? null
          : {
              by: participant(row.reviewNoteBy),
              text: row.reviewNote,
              at: row.reviewNoteAt?.toISOString() ?? null,
            },
    },
  };
}

/** The ids of all uploads that steps use. */
export const uploadIdsOf = (steps: readonly DraftStep[]) =>
  steps
    .flatMap(({ packageId, fileId, captionsId }) => [packageId, fileId, captionsId])
    .filter((id) => id != null);

export function stateOf({
  retiredAt,
  reviewAskedAt,
  newest,
}: Pick<StoredTopic, 'retiredAt' | 'reviewAskedAt' | 'newest'>) {
  if (retiredAt) return 'retired';
  if (reviewAskedAt) return 'in_review';
  return newest > 0 ? 'published' : 'draft';
}

/** The programs with a topic, and how many learners work on which version of it now. */
async function findUses(tx: TenantTransaction, topicId: string): Promise<AuthoredTopic['usedIn']> {
  const { rows } = await tx.execute<AuthoredTopic['usedIn'][number]>(sql`
    select p.id as "programId", p.name as "programName", p.status,
      coalesce((select json_agg(json_build_object('n', v.n, 'count', v.count) order by v.n) from (
        select et.n, count(*)::int as count from enrolments as e
        join enrolment_topics as et on et.enrolment_id = e.id and et.topic_id = ${topicId}
        where e.program_id = p.id and ${isWorkingOn(topicId)} group by et.n) as v), '[]') as learners
    from program_topics as pt join programs as p on p.id = pt.program_id
    where pt.topic_id = ${topicId} and p.status <> 'archived' order by p.name, p.id`);
  return rows;
}
