import { type BulkRequest, MAX_BULK_PEOPLE } from '#contract/administration/bulk.ts';
import { asc, inArray, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { conditionsOf } from './peopleTable.ts';

/** The ids of the selected people. Ids of other organisations are not found. */
export async function findSelected(
  tx: TenantTransaction,
  selection: BulkRequest['selection'],
): Promise<number[]> {
  if ('userIds' in selection) {
    const wanted = [...new Set(selection.userIds)];
    const rows = await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, wanted))
      .orderBy(asc(users.id));
    if (rows.length < wanted.length) throw notFound();
    return rows.map(({ id }) => id);
  }
  const { rows } = await tx.execute<{ id: number }>(
    sql`select u.id from users as u where ${conditionsOf(selection.query)} order by u.id limit ${MAX_BULK_PEOPLE + 1}`,
  );
  if (rows.length > MAX_BULK_PEOPLE)
    throw notPossible(
      `An action changes at most ${MAX_BULK_PEOPLE.toLocaleString('en')} people at once. Narrow the search or set a filter.`,
      { selection: 'contains too many people' },
    );
  return rows.map(({ id }) => id);
}
