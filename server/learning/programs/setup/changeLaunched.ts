import type { AuditField } from '#contract/administration/audit.ts';
import type { Consequence, ProgramStateChange } from '#contract/learning/programLife.ts';
import type { ProgramChange, ProgramSetup } from '#contract/learning/programSetup.ts';
import type { NewEntry } from '#server/administration/audit/index.ts';
import { and, count, eq, inArray, isNull, sql } from '#server/db/drizzle.ts';
import { enrolments, goals, programs, programTopics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { applyFields, type SetupContext } from './applyFields.ts';
import { launchJob } from './launch.ts';
import { assignMissingCoaches, isOpen, lockProgram } from './newLearners.ts';
import { findProgramProblems } from './programProblems.ts';
import { readSetup } from './readSetup.ts';
import { lockManaged, type ProgramRow } from './setupPolicy.ts';

const AUDITED = [
  'name',
  'purpose',
  'due',
  'topicIds',
  'managerVisible',
  'coachingPlan',
  'joining',
] as const satisfies readonly AuditField[];

/** Changes a program that was launched. Returns the effects on learners. */
export async function changeLaunched(
  context: SetupContext,
  program: ProgramRow,
  { version: _version, ...fields }: ProgramChange,
): Promise<Consequence[]> {
  const { tx, audit, actor, viewer, now } = context;
  const { id: programId } = program;
  if (
    fields.audience ||
    fields.audienceRule !== undefined ||
    fields.selectionMin !== undefined ||
    fields.selectionMax !== undefined ||
    fields.topicOrder ||
    fields.surveyBeforeId !== undefined ||
    fields.surveyAfterId !== undefined ||
    fields.confirmation
  )
    throw notPossible(
      'Audience, number and order of topics, surveys and confirmation cannot be changed after the launch. Copy the program instead.',
    );
  if (fields.managerVisible && !program.managerVisible)
    throw notPossible('Learners were told that managers do not see their progress. This cannot be changed.', {
      managerVisible: 'was promised to learners',
    });
  const before = await readSetup(tx, viewer, programId, now);
  const consequences = await findConsequences(tx, program, fields, before.topicIds);
  await applyFields(context, programId, fields);
  const after = await readSetup(tx, viewer, programId, now);
  const problems = newProblems(before, after, dayOf(now, viewer));
  if (Object.keys(problems).length > 0) throw notPossible('Correct the marked fields.', problems);
  if (fields.due) await moveDueDates(tx, programId);
  const isCoachingChanged = fields.coachIds !== undefined || fields.coachLimit !== undefined;
  const changedProgram = isCoachingChanged ? await lockProgram(tx, programId) : undefined;
  const assigned = changedProgram ? await assignMissingCoaches(tx, changedProgram) : [];
  const withCoach = assigned.reduce((total, { learners }) => total + learners, 0);
  await audit.record(
    tx,
    actor,
    {
      action: 'program.changed',
      subject: { type: 'program', id: programId },
      changes: Object.fromEntries(
        AUDITED.filter((name) => fields[name] !== undefined).map((name) => [
          name,
          { before: before[name], after: after[name] },
        ]),
      ),
    },
    ...(await coachEntries(tx, assigned)),
  );
  return consequences.map((one) => (one.kind === 'coaches' ? { ...one, learners: withCoach } : one));
}

/** Coaches can read what their new learners do, so the audit log says who got learners. */
async function coachEntries(
  tx: TenantTransaction,
  assigned: readonly { coachId: number; learners: number }[],
): Promise<NewEntry[]> {
  if (assigned.length === 0) return [];
  const ids = assigned.map(({ coachId }) => coachId);
  const rows = await tx
    .select({ coachId: enrolments.coachId, learners: count() })
    .from(enrolments)
    .where(and(inArray(enrolments.coachId, ids), isNull(enrolments.finishedAt)))
    .groupBy(enrolments.coachId);
  const totals = new Map(rows.map(({ coachId, learners }) => [coachId, learners]));
  return assigned.map(({ coachId, learners }) => {
    const after = totals.get(coachId) ?? learners;
    return {
      action: 'person.changed',
      subject: { type: 'person', id: coachId },
      changes: { coachOf: { before: after - learners, after } },
    };
  });
}

/** The problems that the change has caused. It can improve a program that already has problems. */
function newProblems(before: ProgramSetup, after: ProgramSetup, today: string): Record<string, string> {
  const former = problemsOf(before, today);
  const problems = Object.entries(problemsOf(after, today)).filter(([path, message]) => {
    const [field = '', index] = path.split('.');
    // A topic that was retired after the launch stays in the program.
    if (field === 'topicIds' && index !== undefined)
      return !before.topicIds.includes(after.topicIds[Number(index)] ?? '');
    if (former[path] === undefined) return true;
    if (field === 'coachIds') return former[path] !== message || after.coaches.length < before.coaches.length;
    if (field === 'topicIds') return after.topicIds.length < before.topicIds.length;
    return field === 'due' && JSON.stringify(after.due) !== JSON.stringify(before.due);
  });
  return Object.fromEntries(problems);
}

function problemsOf({ topics, reach: _reach, ...setup }: ProgramSetup, today: string) {
  const { selectionMax: _selectionMax, ...problems } = findProgramProblems(setup, {
    topics,
    reach: 1,
    activeCoaches: setup.coaches.length,
    usableSurveys: setup.surveys,
    today,
  });
  // The numbers cannot be changed any more. Learners can choose fewer than the maximum.
  if (topics.length > 0 && topics.length < setup.selectionMin)
    problems.topicIds = `are fewer than the ${setup.selectionMin} that learners have to choose`;
  return problems;
}

async function findConsequences(
  tx: TenantTransaction,
  program: ProgramRow,
  fields: Omit<ProgramChange, 'version'>,
  topicIds: readonly string[],
): Promise<Consequence[]> {
  const open = await tx.$count(enrolments, isOpen(program.id));
  const consequences: Consequence[] = [];
  const add = (kind: Consequence['kind'], learners = open) => consequences.push({ kind, learners });
  if (fields.name !== undefined || fields.purpose !== undefined) add('texts');
  if (fields.due) add(fields.due.kind === 'none' ? 'due-removed' : 'due');
  if (fields.topicIds) {
    const next = fields.topicIds;
    const removed = topicIds.filter((id) => !next.includes(id));
    if (next.some((id) => !topicIds.includes(id))) add('topics-added');
    if (removed.length > 0) {
      await assertNotSelected(tx, program.id, removed);
      add('topics-removed');
    }
  }
  if (fields.managerVisible === false && program.managerVisible) add('hidden-from-managers');
  if (fields.coachIds || fields.coachLimit !== undefined) add('coaches', 0);
  if (fields.coachingPlan !== undefined) add('coaching-plan');
  if (fields.joining !== undefined && fields.joining !== program.joining) add('joining', 0);
  return consequences;
}

/** Learners lose nothing: a topic that someone has selected stays. */
async function assertNotSelected(tx: TenantTransaction, programId: string, topicIds: string[]) {
  const [selected] = await tx
    .select({ id: goals.id })
    .from(goals)
    .innerJoin(enrolments, eq(enrolments.id, goals.enrolmentId))
    .innerJoin(
      programTopics,
      and(eq(programTopics.programId, enrolments.programId), eq(programTopics.topicId, goals.topicId)),
    )
    .where(and(eq(enrolments.programId, programId), inArray(goals.topicId, topicIds)))
    .limit(1);
  if (selected)
    throw notPossible('A learner has selected this topic, so it cannot be removed from the program.', {
      topicIds: 'must include the topics that learners have selected',
    });
}

/** Sets the program's due date for everyone who has not finished. */
const moveDueDates = (tx: TenantTransaction, programId: string) =>
  tx.execute(sql`
    update enrolments as e
    set due_on = coalesce(p.due_on, ((coalesce(e.invited_at, e.joined_at) at time zone 'UTC')::date + p.due_days))
    from programs as p
    where p.id = e.program_id and p.id = ${programId}
      and e.state in ('invited', 'accepted', 'choosing', 'active', 'ready_to_finish')`);

const actionOf = {
  pause: { from: ['active'], to: 'paused', audit: 'program.paused' },
  resume: { from: ['paused'], to: 'active', audit: 'program.resumed' },
  archive: { from: ['draft', 'active', 'paused', 'closed'], to: 'archived', audit: 'program.archived' },
  restore: { from: ['archived'], to: 'paused', audit: 'program.restored' },
} as const;

/** Pauses, resumes, archives or restores a program. A restored program is paused, or a draft if it was never launched. */
export async function changeState(
  { tx, audit, actor, viewer, now }: SetupContext,
  jobs: Pick<Jobs, 'enqueue'>,
  programId: string,
  { version, action }: ProgramStateChange,
) {
  const program = await lockManaged(tx, viewer, programId, version);
  const { from, to, audit: auditAction } = actionOf[action];
  if (!(from as readonly string[]).includes(program.status))
    throw notPossible(`This program is ${labels[program.status]}, so you cannot ${action} it.`);
  const isNew =
    action === 'restore' &&
    program.launchedAt === null &&
    (await tx.$count(enrolments, eq(enrolments.programId, programId))) === 0;
  const status = isNew ? 'draft' : to;
  await tx
    .update(programs)
    .set({ status, version: version + 1, changedBy: viewer.userId, changedAt: now })
    .where(eq(programs.id, programId));
  // A launch that was interrupted by the pause now invites the remaining people.
  if (action === 'resume' && program.launchedAt && !program.launchEndedAt)
    await jobs.enqueue(tx, launchJob, { programId }, { singletonKey: programId });
  await audit.record(tx, actor, { action: auditAction, subject: { type: 'program', id: programId } });
}

const labels: Record<ProgramRow['status'], string> = {
  draft: 'a draft',
  in_review: 'in review',
  scheduled: 'scheduled',
  active: 'running',
  paused: 'paused',
  closed: 'closed',
  archived: 'archived',
};
