import type { DraftStep } from '#contract/learning/authoring.ts';
import type { ProgramFile } from '#contract/learning/programLife.ts';
import { withoutImages } from '#contract/learning/richText.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { programTopics, topics, topicVersions } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { createTopic } from '#server/learning/programs/authoring/changeTopic.ts';
import { publishTopic } from '#server/learning/programs/authoring/publishTopic.ts';
import { findTopicProblems } from '#server/learning/programs/authoring/topicProblems.ts';
import { readLibraryTopic } from '#server/learning/programs/authoring/topicsRepository.ts';
import type { SetupContext } from './applyFields.ts';
import { createProgram } from './changeSetup.ts';
import { coachingPlanOf, dueOf } from './readSetup.ts';
import { findManaged } from './setupPolicy.ts';

/**
 * A program with its topics as published, or as drafts if they were never published. Contains no people and
 * dates.
 */
export async function exportProgram(
  { tx, viewer }: Pick<SetupContext, 'tx' | 'viewer'>,
  programId: string,
): Promise<ProgramFile> {
  const row = await findManaged(tx, viewer, programId);
  const due = dueOf(row);
  const used = await tx
    .select({ topicId: programTopics.topicId })
    .from(programTopics)
    .where(eq(programTopics.programId, programId))
    .orderBy(programTopics.position);
  const content: ProgramFile['topics'] = [];
  for (const { topicId } of used) {
    const { title, behaviorName, description, steps, tags } = await readLibraryTopic(tx, topicId);
    content.push({ title, behaviorName, description, steps, tags });
  }
  return {
    format: 'trellis-program',
    formatVersion: 1,
    program: {
      name: row.name,
      purpose: row.purpose,
      selectionMin: row.selectionMin,
      selectionMax: row.selectionMax,
      topicOrder: row.topicOrder,
      confirmation: row.confirmation,
      managerVisible: row.managerVisible,
      coachingPlan: coachingPlanOf(row),
      joining: row.joining,
      due: due.kind === 'date' ? { kind: 'none' } : due,
    },
    topics: content,
  };
}

/**
 * Creates a draft from a file. A topic that the library has published under the same title and behaviour is used; other
 * topics are added, and published if nothing prevents it. Returns the id of the program.
 */
export async function importProgram(
  context: SetupContext,
  { program, topics: content }: ProgramFile,
  key?: string,
) {
  const topicIds: string[] = [];
  for (const topic of content) {
    const topicId = (await findSame(context.tx, topic)) ?? (await addTopic(context, topic));
    if (!topicIds.includes(topicId)) topicIds.push(topicId);
  }
  return createProgram(context, { ...program, topicIds, ...(key !== undefined && { key }) });
}

async function findSame(tx: TenantTransaction, { title, behaviorName }: ProgramFile['topics'][number]) {
  const [same] = await tx
    .select({ id: topics.id })
    .from(topics)
    .where(
      and(
        eq(topics.title, title.trim()),
        eq(topics.behaviorName, behaviorName.trim()),
        isNull(topics.retiredAt),
        sql`exists (select from ${topicVersions} where ${topicVersions.topicId} = ${topics.id})`,
      ),
    )
    .orderBy(topics.id)
    .limit(1);
  return same?.id ?? null;
}

async function addTopic(
  { viewer: { userId, isAdmin }, ...context }: SetupContext,
  { steps, ...texts }: ProgramFile['topics'][number],
) {
  const author = { ...context, userId, isAdmin };
  const topic = { ...texts, steps: steps.map(withoutReferences) };
  const topicId = await createTopic(author, topic);
  if (Object.keys(await findTopicProblems(context.tx, topic)).length === 0)
    await publishTopic(author, topicId, { version: 1, notes: null });
  return topicId;
}

/** Uploads and surveys are not part of a file, because they belong to their organisation. */
const withoutReferences = (step: DraftStep): DraftStep => ({
  ...step,
  document: step.document && withoutImages(step.document),
  packageId: null,
  fileId: null,
  captionsId: null,
  surveyId: null,
});
