import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { eq } from '#server/db/drizzle.ts';
import { programs } from '#server/db/schema/programs.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { JobKind, Jobs } from '#server/jobs/index.ts';
import { enrolFirst } from '#server/learning/programs/enrolment/invitations.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { openProgramSurveys } from '#server/surveys/index.ts';
import type { SetupContext } from './applyFields.ts';
import { nextInvitees } from './audience.ts';
import { assignCoaches, dueDayOf } from './newLearners.ts';
import { readSetup } from './readSetup.ts';
import { notifyOwner } from './review.ts';
import { lockManaged, mayLaunch, type ProgramRow } from './setupPolicy.ts';

/**
 * Number of people per transaction. In between, other requests get the only connection of the embedded database (decision
 * 0076).
 */
const BATCH = 500;

/** Invites the audience of a program that was launched. */
export const launchJob: JobKind<{ programId: string }> = {
  name: 'program-launch',
  payload: z.object({ programId: randomId }),
  maxSeconds: 60 * 60,
};

/** Opens a program to its audience. A job invites the people. */
export async function launchProgram(
  { tx, audit, actor, viewer, now }: SetupContext,
  jobs: Pick<Jobs, 'enqueue'>,
  programId: string,
  version: number,
) {
  const program = await lockManaged(tx, viewer, programId, version);
  if (program.status !== 'draft' && !program.launchFailedAt)
    throw notPossible('This program was already launched.');
  if (!(await mayLaunch(tx, viewer)))
    throw notPossible('In your organisation, administrators launch programs. Ask one to launch this one.');
  if (program.launchFailedAt) return continueLaunch(tx, jobs, program);
  const { problems, reach } = await readSetup(tx, viewer, programId, now);
  if (Object.keys(problems).length > 0)
    throw notPossible('This program cannot be launched yet. Correct the marked fields.', problems);
  const opened = await openProgramSurveys(
    { tx, audit, actor, now },
    { before: program.surveyBeforeId, after: program.surveyAfterId },
  );
  await tx
    .update(programs)
    .set({
      status: 'active',
      surveyBeforeId: opened.before,
      surveyAfterId: opened.after,
      version: version + 1,
      name: program.name.trim(),
      purpose: program.purpose.trim(),
      launchedBy: viewer.userId,
      launchedAt: now,
      launchTotal: reach,
      reviewAskedAt: null,
      reviewNote: null,
      changedBy: viewer.userId,
      changedAt: now,
    })
    .where(eq(programs.id, programId));
  await jobs.enqueue(tx, launchJob, { programId }, { singletonKey: programId });
  if (program.reviewAskedAt) await notifyOwner(tx, program, viewer.userId, 'launched', now);
  await audit.record(tx, actor, {
    action: 'program.launched',
    subject: { type: 'program', id: programId },
    changes: { people: { before: null, after: reach } },
  });
}

/** Invites those whom the failed launch did not reach. */
async function continueLaunch(
  tx: TenantTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, version }: ProgramRow,
) {
  await tx
    .update(programs)
    .set({ launchFailedAt: null, version: version + 1 })
    .where(eq(programs.id, id));
  await jobs.enqueue(tx, launchJob, { programId: id }, { singletonKey: id });
}

interface LaunchDeps {
  pool: Pool;
  now: () => Date;
  wakeOutbox: () => void;
}

export const registerLaunch = (
  jobs: Pick<Jobs, 'register'>,
  deps: LaunchDeps,
  log: Pick<FastifyBaseLogger, 'info'>,
) =>
  jobs.register(
    launchJob,
    async ({ tenantId, payload: { programId }, signal }) => {
      await inviteAll(deps, tenantId, programId, signal);
      log.info({ programId }, 'program launched');
    },
    ({ tenantId, payload: { programId } }) => recordFailure(deps, tenantId, programId),
  );

async function inviteAll(deps: LaunchDeps, tenantId: number, programId: string, signal: AbortSignal) {
  // People who were invited before are left out, so the job continues where an earlier run was interrupted.
  let last: number | null = 0;
  while (last !== null) {
    last = await inviteBatch(deps, tenantId, programId, last);
    deps.wakeOutbox();
    signal.throwIfAborted();
  }
}

/** Shown in the program, and to the person who launched it. */
async function recordFailure({ pool, now, wakeOutbox }: LaunchDeps, tenantId: number, programId: string) {
  await withTenant(pool, tenantId, async (tx) => {
    const at = now();
    const [program] = await tx
      .update(programs)
      .set({ launchFailedAt: at })
      .where(eq(programs.id, programId))
      .returning();
    if (!program?.launchedBy) return;
    await enqueueNotifications(
      tx,
      [
        {
          receiverId: program.launchedBy,
          dedupeKey: `launch-failed:${programId}:${at.toISOString()}`,
          body: {
            notificationType: 'PROGRAM_LAUNCH_FAILED',
            payload: { userId: null, programId, programName: program.name },
          },
        },
      ],
      at,
    );
  });
  wakeOutbox();
}

/**
 * Who invites: the owner of a manager's program, even if an administrator launched it. For other programs, the person who
 * launched it.
 */
const inviterOf = ({ isForLine, ownerId, launchedBy }: ProgramRow) =>
  (isForLine ? ownerId : launchedBy) ?? launchedBy ?? ownerId ?? 0;

/** Invites people with larger ids than `after`. Returns the last id, or null when everyone was invited. */
const inviteBatch = ({ pool, now }: LaunchDeps, tenantId: number, programId: string, after: number) =>
  withTenant(pool, tenantId, async (tx) => {
    const [program] = await tx.select().from(programs).where(eq(programs.id, programId)).for('no key update');
    if (program?.status !== 'active' || program.launchEndedAt) return null;
    const at = now();
    const invitees = await nextInvitees(tx, programId, { after, limit: BATCH });
    await enrolFirst(
      tx,
      inviterOf(program),
      { programId, programName: program.name },
      await assignCoaches(tx, program, invitees),
      { dueOn: dueDayOf(program, at), now: at },
    );
    const last = invitees.at(-1);
    if (invitees.length === BATCH && last !== undefined) return last;
    await tx
      .update(programs)
      .set({ launchEndedAt: at, launchFailedAt: null })
      .where(eq(programs.id, programId));
    return null;
  });
