import { CHECK_IN_TREND_PERIODS } from '#contract/learning/checkIns.ts';
import { dayOf, formatDay, plural, type Region } from '#server/formats.ts';
import {
  type Cadence,
  currentPeriod,
  isLate,
  isOptional,
  periodsUntil,
  timingOf,
} from '#server/learning/checkIns/index.ts';
import type { PlainNeed } from './needs.ts';

/** Input of the home page about check-ins. */
export interface CheckInFacts {
  cadence: Cadence;
  /** The most recent periods that the viewer has sent or skipped. */
  done: string[];
  joinedAt: string;
  /** How many check-ins of direct reports the viewer has not reviewed, by period. */
  toReview: { week: string; count: number }[];
}

/**
 * The settings of the organisation, the viewer's last check-ins and the check-ins that wait for the viewer's review, as
 * JSON.
 */
export const checkInFacts = ({ user, since }: Record<'user' | 'since', string>) => `json_build_object(
    'cadence', coalesce((select s.check_in_cadence from organisation_settings as s), 'weekly'),
    'joinedAt', (select u.joined_at from users as u where u.id = ${user}),
    'done', (select coalesce(json_agg(c.week), '[]') from check_ins as c
      where c.user_id = ${user} and c.state <> 'open' and c.week >= (${since} - interval '40 days')::date),
    'toReview', array(select json_build_object('week', c.week, 'count', count(*)) from users as u
      join access_windows as w on w.viewer_id = ${user} and w.subject_id = u.id
        and w.relation = 'manager' and w.until is null
      join check_ins as c on c.user_id = u.id and c.state = 'submitted' and c.reviewed_at is null
        and c.sent_at >= w.since and c.week >= (${since} - interval '13 months')::date
      where u.manager_id = ${user} and u.status = 'active' group by c.week))`;

/**
 * The needs about check-ins: this period's check-in until it is sent or skipped, and the reviews of a manager. People who
 * joined during the period are not late.
 */
export function checkInNeeds(
  { cadence, done, joinedAt, toReview: unreviewed }: CheckInFacts,
  { now, region }: { now: Date; region: Region },
): PlainNeed[] {
  const period = currentPeriod(now, region.timeZone, cadence);
  // The same periods as on the page of the team's check-ins.
  const [first = period] = periodsUntil(period, cadence, CHECK_IN_TREND_PERIODS);
  const toReview = unreviewed.reduce((sum, { week, count }) => (week >= first.start ? sum + count : sum), 0);
  const timing = timingOf(period, region.timeZone);
  const { dueAt } = timing;
  const at = { now, joinedAt: new Date(joinedAt) };
  const isToday = dayOf(dueAt, region) === dayOf(now, region);
  const isOverdue = isLate(timing, at);
  const own: PlainNeed = {
    key: `check_in_due:${period.start}`,
    kind: 'check_in_due',
    group: isOverdue || isToday ? 'today' : 'week',
    title: isOverdue ? 'Your check-in is late' : 'Send your check-in',
    reason: isOverdue
      ? `It was due on ${formatDay(dueAt, region)}. You can send it until the next one opens.`
      : `Due on ${formatDay(dueAt, region)}. It takes about 4 minutes, and you choose who reads each answer.`,
    verb: 'Check in',
    path: '/checkin',
  };
  const review: PlainNeed = {
    key: 'report_check_in',
    kind: 'report_check_in',
    group: 'week',
    title: plural(toReview, '1 check-in to review', `${toReview} check-ins to review`),
    reason: 'Your direct reports can change them until you have reviewed them.',
    verb: 'Review check-ins',
    path: '/checkin?view=team',
  };
  return [
    ...(!isOptional(timing, at) && !done.includes(period.start) ? [own] : []),
    ...(toReview > 0 ? [review] : []),
  ];
}
