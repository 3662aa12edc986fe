import { eq, sql } from '#server/db/drizzle.ts';
import { departments } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';

/**
 * Serializes changes of rights and reporting lines in an organisation, so that 2 changes together cannot remove the
 * last administrator or create a cycle of managers.
 */
export const lockAccessRules = (tx: TenantTransaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('access rules'), ${tx.tenantId})`);

export const isErased = () =>
  notPossible('This account was erased and cannot be used again. Invite the person again.', {
    status: 'cannot be changed',
  });

export async function requireDepartment(tx: TenantTransaction, departmentId: number) {
  const [found] = await tx
    .select({ id: departments.id })
    .from(departments)
    .where(eq(departments.id, departmentId))
    .for('key share'); // locked, so that it is not deleted before the person is written
  if (!found)
    throw notPossible('This department no longer exists. Choose another one.', {
      departmentId: 'does not exist',
    });
}

/** A manager is an active or invited person who does not report to this person, directly or through other people. */
export async function requireManager(
  tx: TenantTransaction,
  reportIds: number[],
  managerId: number,
  field: string,
) {
  const { rows: above } = await tx.execute<{ id: number; status: string; name: string }>(sql`
    with recursive above as (
      select id, manager_id, status, first_name || ' ' || last_name as name from users where id = ${managerId}
      union select m.id, m.manager_id, m.status, m.first_name || ' ' || m.last_name
        from users as m join above on m.id = above.manager_id)
    select id, status, name from above`);
  const manager = above.find(({ id }) => id === managerId);
  if (!manager || manager.status === 'deactivated')
    throw notPossible(
      `${manager?.name ?? 'This person'} cannot be a manager because the account is not active. Choose another manager.`,
      {
        [field]: 'is not active',
      },
    );
  if (reportIds.includes(managerId))
    throw notPossible('People cannot be their own manager. Choose another person.', {
      [field]: 'is the same person',
    });
  const report = above.find(({ id }) => reportIds.includes(id));
  if (report)
    throw notPossible(`${manager.name} reports to ${report.name}. Choose another manager.`, {
      [field]: 'reports to this person',
    });
}
