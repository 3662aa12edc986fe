import { fullName } from '#contract/people.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { and, eq, ne, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipants } from '#server/people/index.ts';
import type { Scope } from './audience.ts';

type Who = Pick<Viewer, 'userId' | 'isAdmin'>;
export type ProgramRow = typeof programs.$inferSelect;

/** Administrators manage all programs, other people only their own. */
export const isManagedBy = ({ userId, isAdmin }: Who) => (isAdmin ? sql`true` : eq(programs.ownerId, userId));

export async function findManaged(
  tx: TenantTransaction,
  viewer: Who,
  programId: string,
): Promise<ProgramRow> {
  const [program] = await tx
    .select()
    .from(programs)
    .where(and(eq(programs.id, programId), isManagedBy(viewer)));
  if (!program) throw notFound();
  return program;
}

interface LockOptions {
  /** The change is for a draft only. */
  isDraft?: boolean;
}

/** Locks a program until the end of the transaction, for a change that is based on `version`. */
export async function lockManaged(
  tx: TenantTransaction,
  viewer: Who,
  programId: string,
  version: number,
  { isDraft = false }: LockOptions = {},
): Promise<ProgramRow> {
  const [program] = await tx
    .select()
    .from(programs)
    .where(and(eq(programs.id, programId), isManagedBy(viewer)))
    .for('no key update');
  if (!program) throw notFound();
  if (isDraft && program.status !== 'draft') throw await noLongerDraft(tx, program);
  if (program.version !== version)
    throw new HttpError(
      409,
      'conflict',
      'The program was changed in the meantime. Compare the values, then try again.',
    );
  return program;
}

/** Says who launched the program, because the viewer still sees its draft. */
async function noLongerDraft(
  tx: TenantTransaction,
  { launchedAt, launchedBy }: ProgramRow,
): Promise<HttpError> {
  if (!launchedAt) return new HttpError(409, 'conflict', 'This program is no longer a draft.');
  const launcher = launchedBy === null ? null : (await findParticipants(tx, [launchedBy])).get(launchedBy);
  const message = launcher
    ? `${fullName(launcher)} has launched this program.`
    : 'This program has been launched.';
  return new HttpError(409, 'conflict', message);
}

export async function hasReports(tx: TenantTransaction, userId: number): Promise<boolean> {
  const [report] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.managerId, userId), ne(users.status, 'deactivated')))
    .limit(1);
  return report !== undefined;
}

/**
 * Whom the viewer's new programs can include: everyone, or only people in their line. 404 for people who cannot create
 * programs.
 */
export async function requireCreator(tx: TenantTransaction, { userId, isAdmin }: Who): Promise<Scope> {
  if (!isAdmin && !(await hasReports(tx, userId))) throw notFound();
  return { userId, isForLine: !isAdmin };
}

/** Administrators may launch programs. Managers may if the organisation allows it (decision 0051). */
export const mayLaunch = async (tx: TenantTransaction, { isAdmin }: Who): Promise<boolean> =>
  isAdmin || (await readSettings(tx)).managersMayLaunch;
