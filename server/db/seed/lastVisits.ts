import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { lastActivityAt } from '#server/learning/programs/index.ts';
import type { OrganisationRows } from './organisationRows.ts';
import { createRandom } from './random.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Most people visited in the last few weeks, and no one visited last before they did what the demo data show. */
export async function setLastVisits(tx: TenantTransaction, rows: OrganisationRows, now: Date) {
  const random = createRandom(rows.users.length);
  const visits = rows.users.map(({ id }) => {
    const daysAgo = random.is(0.8) ? random.next() * 9 : 30 + random.next() * 40;
    return sql`(${id}::int, ${new Date(now.getTime() - daysAgo * DAY_MS).toISOString()}::timestamptz)`;
  });
  await tx.execute(sql`
    update users as u set last_active_at = greatest(visit.at,
      (select max(${sql.raw(lastActivityAt('e'))}) from enrolments as e where e.user_id = u.id),
      (select max(k.sent_at) from check_ins as k where k.user_id = u.id),
      (select max(c.at) from objective_changes as c where c.actor_id = u.id),
      (select max(n.at) from objective_notes as n join objectives as o on o.id = n.objective_id where o.owner_id = u.id))
    from (values ${sql.join(visits, sql`, `)}) as visit (id, at)
    where u.id = visit.id and u.last_active_at is null`);
}
