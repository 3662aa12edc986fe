import type { Consequence } from '#contract/learning/programLife.ts';
import type { NewProgram, ProgramChange, SomeProgramFields } from '#contract/learning/programSetup.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { programs, programTopics, topics } from '#server/db/schema/programs.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { applyFields, type SetupContext } from './applyFields.ts';
import { changeLaunched } from './changeLaunched.ts';
import { coachingPlanOf } from './readSetup.ts';
import { findManaged, lockManaged, requireCreator } from './setupPolicy.ts';

/**
 * Creates a draft, owned by the viewer. A call with the key of an earlier one saves that draft instead, so that a repeated call
 * creates nothing. Returns its id.
 */
export async function createProgram(context: SetupContext, { key, ...fields }: NewProgram): Promise<string> {
  const { tx, audit, actor, viewer, now } = context;
  const { isForLine } = await requireCreator(tx, viewer);
  const programId = newId();
  const inserted = await tx
    .insert(programs)
    .values({
      id: programId,
      tenantId: tx.tenantId,
      name: '',
      purpose: '',
      status: 'draft',
      ownerId: viewer.userId,
      isForLine,
      createdAt: now,
      changedBy: viewer.userId,
      changedAt: now,
      creationKey: key ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: programs.id });
  if (inserted.length === 0 && key !== undefined) return saveCreated(context, key, fields);
  await applyFields(context, programId, fields);
  await audit.record(tx, actor, { action: 'program.created', subject: { type: 'program', id: programId } });
  return programId;
}

/** The call was repeated, because its response was lost or it was sent twice. */
async function saveCreated(context: SetupContext, key: string, fields: SomeProgramFields): Promise<string> {
  const { tx, viewer } = context;
  const [earlier] = await tx
    .select()
    .from(programs)
    .where(and(eq(programs.ownerId, viewer.userId), eq(programs.creationKey, key)));
  if (!earlier) throw notFound();
  if (earlier.status === 'draft')
    await saveProgram(context, earlier.id, { ...fields, version: earlier.version, isDraft: true });
  return earlier.id;
}

/** Saves a draft, or changes a program that was launched. Returns the effects on learners. */
export async function saveProgram(
  context: SetupContext,
  programId: string,
  { version, isDraft = false, ...fields }: ProgramChange,
): Promise<Consequence[]> {
  const { tx, viewer, now } = context;
  const program = await lockManaged(tx, viewer, programId, version, { isDraft });
  if (program.status === 'archived') throw notPossible('This program is archived. Restore it to change it.');
  let consequences: Consequence[] = [];
  if (program.status === 'draft') await applyFields(context, programId, fields);
  else consequences = await changeLaunched(context, program, { version, ...fields });
  await tx
    .update(programs)
    .set({ version: version + 1, changedBy: viewer.userId, changedAt: now })
    .where(eq(programs.id, programId));
  return consequences;
}

/** A new draft of the viewer with the content of another program, without its dates, people and retired topics. */
export async function copyProgram(context: SetupContext, programId: string): Promise<string> {
  const { tx, viewer } = context;
  const program = await findManaged(tx, viewer, programId);
  const kept = await tx
    .select({ topicId: programTopics.topicId })
    .from(programTopics)
    .innerJoin(topics, eq(topics.id, programTopics.topicId))
    .where(and(eq(programTopics.programId, programId), isNull(topics.retiredAt)))
    .orderBy(programTopics.position);
  return createProgram(context, {
    name: `Copy of ${program.name}`.slice(0, 120),
    purpose: program.purpose,
    topicIds: kept.map(({ topicId }) => topicId),
    selectionMin: program.selectionMin,
    selectionMax: program.selectionMax,
    topicOrder: program.topicOrder,
    confirmation: program.confirmation,
    managerVisible: program.managerVisible,
    coachingPlan: coachingPlanOf(program),
    joining: program.joining,
    ...(program.dueDays !== null && { due: { kind: 'days' as const, days: program.dueDays } }),
  });
}
