import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { programReminders } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { type FactsScope, queryFacts } from './facts.ts';
import { REMINDER_EVERY_DAYS } from './people.ts';
import type { InsightsScope } from './scope.ts';

interface Context {
  tx: TenantTransaction;
  audit: Audit;
  actor: Actor;
  viewer: Viewer;
}

/**
 * Sends reminders to stalled learners in the program. People who are not stalled, or were reminded this week, are left
 * out.
 */
export async function remind(
  { tx, audit, actor, viewer }: Context,
  scope: InsightsScope,
  userIds: readonly number[],
): Promise<{ reminded: number }> {
  const now = scope.asOf;
  if (!scope.isOpen)
    throw notPossible('This program is paused or has ended, so its learners cannot be reminded.');
  // One call at a time, so that two clicks send one reminder.
  await tx.execute(sql`select from programs where id = ${scope.programId} for no key update`);
  const ids = sql`array[${sql.join(
    userIds.map((id) => sql`${id}`),
    sql`, `,
  )}]::int[]`;
  const rows = await queryFacts<{ enrolmentId: string; userId: number; reason: string }>(
    tx,
    scope,
    sql`select f.id as "enrolmentId", f.user_id as "userId", f.reason from facts as f
    where f.reason is not null and f.user_id = any(${ids}) and f.user_id <> ${viewer.userId}
      and not exists (select from program_reminders as r where r.enrolment_id = f.id
        and r.sent_at > ${now.toISOString()}::timestamptz - make_interval(days => ${REMINDER_EVERY_DAYS}))
    order by f.user_id`,
  );
  if (rows.length === 0)
    throw notPossible(
      'None of these people can be reminded now: they were active, or were reminded in the last 7 days. Reload the page.',
    );
  await tx.insert(programReminders).values(
    rows.map(({ enrolmentId, reason }) => ({
      tenantId: tx.tenantId,
      enrolmentId,
      sentAt: now,
      sentBy: viewer.userId,
      reason,
    })),
  );
  const { programId, programName } = scope;
  await enqueueNotifications(
    tx,
    rows.map(({ enrolmentId, userId, reason }) => ({
      receiverId: userId,
      dedupeKey: `program-reminder:${enrolmentId}:${now.toISOString()}`,
      body: {
        notificationType:
          reason === 'no_session'
            ? ('SCHEDULE_SESSION_REMINDER' as const)
            : ('CONTINUE_PROGRAM_REMINDER' as const),
        payload: { programId, programName },
      },
    })),
    now,
  );
  await audit.record(tx, actor, {
    action: 'program.reminded',
    subject: { type: 'program', id: programId },
    changes: { people: { before: null, after: rows.length } },
  });
  return { reminded: rows.length };
}

/**
 * SQL: the last day on which people in the facts were reminded, and how many of them were active in the 7 days after
 * it.
 */
export function lastReminderSql({ asOf }: FactsScope): SQL {
  const at = sql`${asOf.toISOString()}::timestamptz`;
  return sql`(
    with sent as (
      select r.enrolment_id, max(r.sent_at) as sent_at from program_reminders as r join member as m on m.id = r.enrolment_id
      where r.sent_at <= ${at} group by 1, r.sent_at::date
    ), last as materialized (
      select * from sent where sent_at::date = (select max(sent_at::date) from sent)
    ), acted as (
      select distinct a.enrolment_id from last join (
        select enrolment_id, at from step_changes
        union all select enrolment_id, selected_at from goals
        union all select enrolment_id, created_at from coaching_sessions
      ) as a on a.enrolment_id = last.enrolment_id and a.at > last.sent_at
        and a.at <= least(last.sent_at + interval '7 days', ${at})
      where a.at > (select min(sent_at) from last)
    )
    select json_build_object('day', to_char(max(sent_at at time zone 'UTC'), 'YYYY-MM-DD'), 'people', count(*)::int,
      'activeAfter', count(acted.enrolment_id)::int, 'isOver', max(sent_at) + interval '7 days' <= ${at})
    from last left join acted on acted.enrolment_id = last.enrolment_id having count(*) > 0)`;
}
