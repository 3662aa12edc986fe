import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { FORMER_READS_MS, type NamedPerson, personJson } from '#server/people/index.ts';

/** A learner who left a program, with the reason they gave. */
export interface Departure {
  enrolmentId: string;
  userId: number;
  programId: string;
  programName: string;
  reason: string;
  leftAt: Date;
}

interface DepartureFilter {
  viewerId: number;
  userId?: number;
  programId?: string;
}

/** Departures of people whose manager or coach was the viewer on the day they left. */
const DEPARTURES = `access_windows as w
  join enrolments as e on e.user_id = w.subject_id and e.state = 'withdrawn' and e.reason is not null
    and (w.relation = 'manager' or w.enrolment_id = e.id)
    and e.finished_at >= w.since and (w.until is null or e.finished_at <= w.until)
  join programs as p on p.id = e.program_id and p.status in ('active', 'paused', 'closed')
    and (w.relation = 'coach' or p.manager_visible)
  join users as u on u.id = e.user_id and u.status <> 'deactivated'`;

/** Departures, newest first, of people whose manager or coach was the viewer on the day they left (decision 0029). */
export async function findDepartures(
  tx: TenantTransaction,
  { viewerId, userId, programId }: DepartureFilter,
  now: Date,
): Promise<Departure[]> {
  const readableSince = new Date(now.getTime() - FORMER_READS_MS);
  const { rows } = await tx.execute<{
    enrolment_id: string;
    user_id: number;
    program_id: string;
    program_name: string;
    reason: string;
    left_at: string;
  }>(sql`
    select distinct e.id as enrolment_id, e.user_id, e.program_id, p.name as program_name, e.reason,
      e.finished_at::text as left_at
    from ${sql.raw(DEPARTURES)}
    where w.viewer_id = ${viewerId} and (w.until is null or w.until > ${readableSince.toISOString()})
      ${userId === undefined ? sql`` : sql`and w.subject_id = ${userId}`}
      ${programId === undefined ? sql`` : sql`and e.program_id = ${programId}`}
    order by left_at desc, enrolment_id`);
  return rows.map((row) => ({
    enrolmentId: row.enrolment_id,
    userId: row.user_id,
    programId: row.program_id,
    programName: row.program_name,
    reason: row.reason,
    leftAt: new Date(row.left_at),
  }));
}

export interface RecentDeparture extends Omit<Departure, 'leftAt'> {
  person: NamedPerson;
  leftAt: string;
  /** Someone who is both is the coach. */
  relation: 'manager' | 'coach';
}

/** The departures of all learners since a time, as JSON, for as long as former managers and coaches have access. */
export const recentDepartures = ({
  viewer,
  readableSince,
  since,
}: Record<'viewer' | 'readableSince' | 'since', string>) => `
  select json_build_object('enrolmentId', e.id, 'userId', e.user_id, 'person', ${personJson('u')}, 'programId', e.program_id,
    'programName', p.name, 'reason', e.reason, 'leftAt', e.finished_at,
    'relation', min(w.relation))
  from ${DEPARTURES}
  where w.viewer_id = ${viewer} and (w.until is null or w.until > ${readableSince}) and e.finished_at >= ${since}
  group by e.id, p.id, u.id
  order by e.finished_at desc, e.id`;
