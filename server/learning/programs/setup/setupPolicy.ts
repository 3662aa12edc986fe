import { readSettings } from '#server/administration/settings/index.ts';
import { and, eq, ne, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
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

/** Locks a program until the end of the transaction, for a change that is based on `version`. */
export async function lockManaged(
  tx: TenantTransaction,
  viewer: Who,
  programId: string,
  version: number,
): Promise<ProgramRow> {
  const [program] = await tx
    .select()
    .from(programs)
    .where(and(eq(programs.id, programId), isManagedBy(viewer)))
    .for('no key update');
  if (!program) throw notFound();
  if (program.version !== version)
    throw new HttpError(
      409,
      'conflict',
      'The program was changed in the meantime. Compare the values, then try again.',
    );
  return program;
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
