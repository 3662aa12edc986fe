import { REMIND_EVERY_DAYS } from '#contract/surveys/surveys.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { noticeHours } from '#server/chat/index.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { surveyParticipations } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { invitationOf } from './notices.ts';

/** The last reminder is reserved for the day before the survey closes. */
const REMINDERS_MAX = 3;
const HOUR_MS = 3_600_000;
const EVERY_MS = REMIND_EVERY_DAYS * 24 * HOUR_MS;
const LAST_DAY_MS = 24 * HOUR_MS;
/** At most one reminder a day. */
const APART_MS = 20 * HOUR_MS;
interface DueReminder extends Record<string, unknown> {
  surveyId: string;
  surveyName: string;
  userId: number;
  reminders: number;
  timeZone: string;
}

/** Reminds people who have not answered an open survey. Returns their number. No call reveals who they are. */
export async function remindOfSurveys(tx: TenantTransaction, now: Date): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await tx.execute<DueReminder>(sql`
    select s.id as "surveyId", s.name as "surveyName", u.id as "userId", p.reminders, u.time_zone as "timeZone"
    from surveys as s
    join survey_participations as p on p.survey_id = s.id and p.answered_on is null and p.reminders < ${REMINDERS_MAX}
    join users as u on u.id = p.user_id and u.status = 'active'
    where s.state = 'open' and (s.closes_at is null or s.closes_at > ${now})
      and ((p.reminders < ${REMINDERS_MAX - 1} and coalesce(p.reminded_at, s.opened_at) <= ${ago(EVERY_MS)})
        or (s.closes_at <= ${new Date(now.getTime() + LAST_DAY_MS)}
          and coalesce(p.reminded_at, s.opened_at) <= ${ago(APART_MS)}))
    order by s.id, u.id
    for update of p skip locked`);
  if (rows.length === 0) return 0;
  const isOpen = noticeHours((await readSettings(tx)).quietHours, now);
  const due = rows.filter(({ timeZone }) => isOpen(timeZone));
  for (const { surveyId, userId, reminders } of due)
    await tx
      .update(surveyParticipations)
      .set({ reminders: reminders + 1, remindedAt: now })
      .where(
        and(
          eq(surveyParticipations.surveyId, surveyId),
          eq(surveyParticipations.userId, userId),
          isNull(surveyParticipations.answeredOn),
        ),
      );
  await enqueueNotifications(
    tx,
    due.map(({ surveyId, surveyName, userId, reminders }) =>
      invitationOf({ id: surveyId, name: surveyName }, userId, reminders + 1),
    ),
    now,
  );
  return due.length;
}
