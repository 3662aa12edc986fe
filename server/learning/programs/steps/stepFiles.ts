import type { OpenedFile, VideoProgress } from '#contract/learning/uploads.ts';
import { watchedPercent } from '#contract/learning/uploads.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { videoProgress } from '#server/db/schema/packages.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { openFile, type Serving } from '#server/learning/packages/index.ts';
import { isReadOnly } from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { findRecordableStep, type StepRef } from './recordStep.ts';
import { recordState } from './saveRecord.ts';
import { addWatched } from './watchedParts.ts';

/**
 * Opens the file of a step. This completes a file step, and starts a video step. Nothing is recorded for a step that is done,
 * or whose topic is completed or waits for its confirmation.
 */
export async function openStepFile(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  { now, ...serving }: Serving & { now: Date },
): Promise<OpenedFile> {
  const { fileId = null, captionsId = null } = (await findReadOnlyStep(tx, viewer, ref)) ?? {};
  if (fileId !== null) return openFile(tx, { fileId, captionsId }, serving);
  const { plan, step } = await findRecordableStep(tx, viewer, ref);
  if (!step.fileId) throw notFound();
  const opened = await openFile(tx, { fileId: step.fileId, captionsId: step.captionsId }, serving);
  if (step.kind === 'file') {
    await recordState(tx, plan.enrolmentId, step, { isDownloaded: true }, now);
    return opened;
  }
  const at = { tenantId: tx.tenantId, enrolmentId: plan.enrolmentId, stepKey: step.stepKey };
  const known = await findProgress(tx, at);
  const isSame = known?.fileId === step.fileId;
  // A replaced video starts again.
  const values = {
    fileId: step.fileId,
    updatedAt: now,
    ...(!isSame && { watched: [], position: 0 }),
  };
  await tx
    .insert(videoProgress)
    .values({ ...at, ...values })
    .onConflictDoUpdate({
      target: [videoProgress.tenantId, videoProgress.enrolmentId, videoProgress.stepKey],
      set: values,
    });
  await recordState(tx, plan.enrolmentId, step, {}, now);
  return { ...opened, position: isSame ? known.position : 0 };
}

async function findReadOnlyStep(tx: TenantTransaction, viewer: Viewer, { programId, stepKey }: StepRef) {
  const plan = await findOwnPlan(tx, viewer.userId, programId);
  const steps = plan?.topics.flatMap((topic) => topic.steps.filter((step) => isReadOnly(topic, step))) ?? [];
  return steps.find((step) => step.stepKey === stepKey);
}

/** Adds the watched parts of a video. The step is done when enough has been watched. */
export async function storeProgress(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  { watched: reported, position }: VideoProgress,
  now: Date,
) {
  const { plan, step } = await findRecordableStep(tx, viewer, ref);
  const seconds = step.file?.seconds ?? null;
  if (seconds === null) throw notFound();
  const at = { enrolmentId: plan.enrolmentId, stepKey: step.stepKey };
  const known = await findProgress(tx, at);
  if (known?.fileId !== step.fileId) throw notPossible('Open the video before you report what was watched.');
  const passedSeconds = (now.getTime() - known.updatedAt.getTime()) / 1_000;
  const watched = addWatched(known.watched, reported, { seconds, passedSeconds });
  await tx
    .update(videoProgress)
    .set({ watched, position: Math.min(position, seconds), updatedAt: now })
    .where(isAt(at));
  await recordState(tx, plan.enrolmentId, step, { watched: watchedPercent(watched, seconds) }, now);
}

interface At {
  enrolmentId: string;
  stepKey: string;
}
const isAt = ({ enrolmentId, stepKey }: At) =>
  and(eq(videoProgress.enrolmentId, enrolmentId), eq(videoProgress.stepKey, stepKey));

async function findProgress(tx: TenantTransaction, at: At) {
  const [row] = await tx.select().from(videoProgress).where(isAt(at));
  return row;
}
