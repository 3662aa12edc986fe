import { createHash } from 'node:crypto';
import type { PackageLaunch, PackageResult } from '#contract/learning/packages.ts';
import { and, desc, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { packageAttempts } from '#server/db/schema/packages.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noteRefusedLength, type PackageAddresses, readReport } from '#server/learning/packages/index.ts';
import { findRecordableStep, type StepRef } from './recordStep.ts';
import { recordState } from './saveRecord.ts';

type Attempt = typeof packageAttempts.$inferSelect;
interface Launching {
  addresses: PackageAddresses;
  /** The host of the page, such as `localhost:4000`. */
  host: string;
  isNewAttempt: boolean;
  now: Date;
}

/** Opens a package: continues the newest attempt, or starts one. Earlier launches can no longer report results. */
export async function launchPackage(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  { addresses, host, isNewAttempt, now }: Launching,
): Promise<PackageLaunch> {
  const { plan, step } = await findRecordableStep(tx, viewer, ref);
  if (!step.packageId) throw notFound();
  const report = await readReport(tx, step.packageId);
  const at = { enrolmentId: plan.enrolmentId, stepKey: ref.stepKey };
  const previous = await findNewest(tx, at);
  const continued = previous?.packageId === step.packageId && !isNewAttempt ? previous : null;
  const launch = {
    launchId: newId(),
    launchedAt: now,
    updatedAt: now,
    earlierSeconds: continued ? continued.earlierSeconds + continued.launchSeconds : 0,
    launchSeconds: 0,
  };
  const fresh = { ...at, packageId: step.packageId, n: (previous?.n ?? 0) + 1 };
  if (continued) await tx.update(packageAttempts).set(launch).where(isAttempt(continued));
  else await tx.insert(packageAttempts).values({ tenantId: tx.tenantId, ...fresh, ...launch });
  await recordState(tx, plan.enrolmentId, step, { opened: report }, now);
  const address = addresses.issue({ tenantId: tx.tenantId, packageId: step.packageId, file: null }, host);
  return {
    launchId: launch.launchId,
    kind: report.kind,
    title: report.title,
    origin: address.origin,
    player: address.player,
    page: `${address.files}${report.launch}`,
    launchData: report.launchData,
    passingScore: report.passingScore,
    data: {
      learnerKey: pseudonymOf(plan.enrolmentId),
      completion: continued?.completion ?? 'unknown',
      success: continued?.success ?? 'unknown',
      score: continued?.score ?? null,
      location: continued?.location ?? '',
      suspendData: continued?.suspendData ?? '',
      totalSeconds: launch.earlierSeconds,
      isResumed: continued !== null && (continued.suspendData !== '' || continued.location !== ''),
    },
  };
}

/** Stores the values that the package has reported. A result that completes the step is recorded immediately. */
export async function storeResult(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  { launchId, seconds, ...result }: PackageResult,
  now: Date,
) {
  const { plan, step } = await findRecordableStep(tx, viewer, ref);
  const attempt = await findLaunched(tx, { ...ref, enrolmentId: plan.enrolmentId }, launchId);
  // A package may claim any time. It cannot have lasted longer than since its launch.
  const longest = (now.getTime() - attempt.launchedAt.getTime()) / 1_000 + 1;
  await tx
    .update(packageAttempts)
    .set({ ...result, launchSeconds: Math.round(Math.min(seconds, longest)), updatedAt: now })
    .where(isAttempt(attempt));
  await recordState(tx, plan.enrolmentId, step, { result }, now);
}

/** Records for the author that the package tried to store a position that is too long. */
export async function noteTooLarge(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  { launchId, length }: { launchId: string; length: number },
) {
  const { plan } = await findRecordableStep(tx, viewer, ref);
  const { packageId } = await findLaunched(tx, { ...ref, enrolmentId: plan.enrolmentId }, launchId);
  await noteRefusedLength(tx, packageId, length);
}

async function findNewest(
  tx: TenantTransaction,
  { enrolmentId, stepKey }: { enrolmentId: string; stepKey: string },
): Promise<Attempt | null> {
  const [newest] = await tx
    .select()
    .from(packageAttempts)
    .where(and(eq(packageAttempts.enrolmentId, enrolmentId), eq(packageAttempts.stepKey, stepKey)))
    .orderBy(desc(packageAttempts.n))
    .limit(1);
  return newest ?? null;
}

async function findLaunched(
  tx: TenantTransaction,
  at: { enrolmentId: string; stepKey: string },
  launchId: string,
): Promise<Attempt> {
  const newest = await findNewest(tx, at);
  if (!newest) throw notFound();
  if (newest.launchId !== launchId)
    throw new HttpError(
      409,
      'conflict',
      'The package was opened again in another window. This window no longer saves.',
    );
  return newest;
}

const isAttempt = ({ enrolmentId, stepKey, n }: Attempt) =>
  and(
    eq(packageAttempts.enrolmentId, enrolmentId),
    eq(packageAttempts.stepKey, stepKey),
    eq(packageAttempts.n, n),
  );

/** The same in all attempts of an enrolment, and different for each enrolment. */
const pseudonymOf = (enrolmentId: string) =>
  createHash('sha256').update(`learner:${enrolmentId}`).digest('hex').slice(0, 20);
