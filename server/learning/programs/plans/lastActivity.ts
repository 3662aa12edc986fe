import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/** SQL: the last selected topic, held session and sent check-in, apart from recorded steps and completed topics. */
export const otherActivityAt = (e: string, until = `'infinity'`) => `greatest(
  (select max(g.selected_at) from goals as g where g.enrolment_id = ${e}.id and g.removed_at is null and g.selected_at <= ${until}),
  (select max(s.starts_at) from coaching_sessions as s where s.enrolment_id = ${e}.id and s.state in ('held', 'completed')
    and s.starts_at <= ${until}),
  (select max(k.sent_at) from check_ins as k where k.user_id = ${e}.user_id and ${e}.state not in ('invited', 'declined')
    and k.sent_at between ${e}.joined_at and least(${e}.finished_at, ${until})))`;

/**
 * SQL: when the person of an enrolment was last active in it: they selected a topic, recorded a step, completed a topic,
 * met for a session, or sent a check-in. Insights follow the same rule (`server/insights/facts.ts`), for many people at
 * once. `e` has the columns of `enrolments`. Null without activity.
 */
export const lastActivityAt = (e: string, until = `'infinity'`) => `greatest(
  (select max(r.updated_at) from step_records as r where r.enrolment_id = ${e}.id and r.updated_at <= ${until}),
  (select max(c.completed_at) from topic_completions as c where c.enrolment_id = ${e}.id and c.completed_at <= ${until}),
  ${otherActivityAt(e, until)})`;

/** The last activity in each enrolment, until a time if one is given. */
export async function findLastActivities(
  tx: TenantTransaction,
  enrolments: readonly { enrolmentId: string; until: Date | null }[],
): Promise<Map<string, Date>> {
  if (enrolments.length === 0) return new Map();
  const values = enrolments.map(
    ({ enrolmentId, until }): SQL =>
      sql`(${enrolmentId}::text, ${until?.toISOString() ?? 'infinity'}::timestamptz)`,
  );
  const { rows } = await tx.execute<{ id: string; at: string | Date | null }>(sql`
    select e.id, ${sql.raw(lastActivityAt('e', 'asked.until'))} as at
    from (values ${sql.join(values, sql`, `)}) as asked (id, until) join enrolments as e on e.id = asked.id`);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, new Date(at)]])));
}
