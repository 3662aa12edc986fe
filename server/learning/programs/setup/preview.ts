import type { ChallengeResult, PreviewAttempt, PreviewReasons } from '#contract/learning/challenges.ts';
import { gradeChallenge, reasonsOf } from '#contract/learning/gradeChallenge.ts';
import type { Program } from '#contract/learning/programs.ts';
import type { OpenedFile } from '#contract/learning/uploads.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { openFile, type Serving } from '#server/learning/packages/index.ts';
import type { Plan } from '#server/learning/programs/plans/plan.ts';
import { PLAN, type PlanJson, toPlan } from '#server/learning/programs/plans/planSql.ts';
import { presentProgram } from '#server/learning/programs/plans/presentProgram.ts';
import { assertAnswerable, assertKnown } from '#server/learning/programs/steps/challengeAnswers.ts';
import { dueDayOf } from './newLearners.ts';
import { findManaged, type ProgramRow } from './setupPolicy.ts';

/** A program as it looks to a person who has just joined. Call it in a read-only transaction: a preview stores nothing. */
export async function readPreview(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  now: Date,
): Promise<Program> {
  const row = await findManaged(tx, viewer, programId);
  const plan = await findNewPlan(tx, viewer, programId);
  return presentProgram(
    { ...plan, dueOn: dueDayOf(row, now) },
    {
      people: new Map(),
      timeZone: viewer.timeZone,
      others: { count: 0, some: [] },
      earlier: [],
      upgrades: new Map(),
      proposals: new Map(),
    },
  );
}

/** Grades an attempt of a preview by the same rules as for learners, without storing it. */
export async function gradePreview(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { stepKey, answers }: PreviewAttempt,
  now: Date,
): Promise<ChallengeResult> {
  const challenge = await findChallenge(tx, viewer, programId, stepKey);
  assertAnswerable(challenge, answers);
  return gradeChallenge(challenge, answers, now);
}

/** The reasons for the answers chosen so far in a preview. */
export async function readPreviewReasons(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { stepKey, answers }: PreviewAttempt,
): Promise<PreviewReasons> {
  const challenge = await findChallenge(tx, viewer, programId, stepKey);
  assertKnown(challenge, answers);
  return { reasons: reasonsOf(challenge, answers) };
}

/** The file or video of a step in a preview. */
export async function openPreviewFile(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, stepKey }: { programId: string; stepKey: string },
  serving: Serving,
): Promise<OpenedFile> {
  const { fileId, captionsId } = await findStep(tx, viewer, programId, stepKey);
  if (!fileId) throw notFound();
  return openFile(tx, { fileId, captionsId }, serving);
}

async function findChallenge(tx: TenantTransaction, viewer: Viewer, programId: string, stepKey: string) {
  const { challenge } = await findStep(tx, viewer, programId, stepKey);
  if (!challenge) throw notFound();
  return challenge;
}

async function findStep(tx: TenantTransaction, viewer: Viewer, programId: string, stepKey: string) {
  await findManaged(tx, viewer, programId);
  const { topics } = await findNewPlan(tx, viewer, programId);
  const step = topics.flatMap(({ steps }) => steps).find((one) => one.stepKey === stepKey);
  if (!step) throw notFound();
  return step;
}

/** The plan of a person who has just joined a program in any state. No row of an enrolment matches its empty id. */
async function findNewPlan(
  tx: TenantTransaction,
  { userId }: Viewer,
  programId: ProgramRow['id'],
): Promise<Plan> {
  const { rows } = await tx.execute<{ plan: PlanJson }>(sql`
    select ${sql.raw(PLAN)} as plan
    from programs as p
    join users as u on u.id = ${userId}
    cross join lateral (select '' as id, p.id as program_id, u.id as user_id, null::int as coach_id, 'choosing' as state,
      1 as cycle, 1 as version, null::int as invited_by, null as reason, null::date as due_on, now() as joined_at,
      null::timestamptz as finished_at) as e
    where p.id = ${programId}`);
  const found = rows[0];
  if (!found) throw notFound();
  return { ...toPlan(found.plan), isOpen: true, managerId: null };
}
