import { COACHEE_QUIET_DAYS, type Coachee, coacheeReasons } from '#contract/learning/coachees.ts';
import { PRESENCE_LASTS_MS } from '#contract/learning/coachingRoom.ts';
import type { Participant } from '#contract/people.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipants } from '#server/people/index.ts';

const DAY_MS = 24 * 60 * 60_000;
/** After this time, no one is asked how a session went. */
const ASKED_DAYS = 14;

interface SessionRef {
  id: string;
  at: string;
}
interface Fact {
  learner_id: number;
  program_id: string;
  program_name: string;
  joined_at: string | Date;
  next: SessionRef | null;
  open: (SessionRef & { by: number; times: number }) | null;
  asked: SessionRef | null;
  wrap_up: SessionRef | null;
  room: SessionRef | null;
  last: SessionRef | null;
}

/**
 * The people whom the viewer coaches, and direct reports whom the viewer meets in sessions. Those who need attention
 * come first.
 */
export async function findCoachees(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<Coachee[]> {
  const facts = await findFacts(tx, viewer.userId, now);
  const people = await findParticipants(
    tx,
    facts.map(({ learner_id }) => learner_id),
  );
  const rank = ({ reason }: Coachee) => coacheeReasons.indexOf(reason);
  return facts
    .flatMap((fact) => {
      const learner = people.get(fact.learner_id);
      return learner ? [presentCoachee(fact, learner, viewer.userId, now)] : [];
    })
    .sort((a, b) => rank(a) - rank(b));
}

const isoOf = (at: string | Date) => new Date(at).toISOString();

function presentCoachee(fact: Fact, learner: Participant, userId: number, now: Date): Coachee {
  const { next, open, last } = fact;
  return {
    learner,
    programId: fact.program_id,
    programName: fact.program_name,
    ...reasonOf(fact, userId, now),
    next: next && { sessionId: next.id, startsAt: isoOf(next.at) },
    proposed: next ? 0 : (open?.times ?? 0),
    lastHeldAt: last && isoOf(last.at),
  };
}

function reasonOf(fact: Fact, userId: number, now: Date): Pick<Coachee, 'reason' | 'at' | 'sessionId'> {
  const { next, open, asked, wrap_up: wrapUp, room, last, joined_at: joinedAt } = fact;
  const about = (reason: Coachee['reason'], { id, at }: SessionRef) => ({
    reason,
    at: isoOf(at),
    sessionId: id,
  });
  if (room) return about('in_room', room);
  if (open && open.by !== userId) return about('answer', open);
  if (asked) return about('outcome', asked);
  if (wrapUp) return about('wrap_up', wrapUp);
  if (next) return about('planned', next);
  if (open) return about('waiting', open);
  const since = isoOf(last?.at ?? joinedAt);
  const isQuiet = now.getTime() - Date.parse(since) > COACHEE_QUIET_DAYS * DAY_MS;
  return { reason: isQuiet ? 'none_planned' : 'new', at: since, sessionId: null };
}

async function findFacts(tx: TenantTransaction, userId: number, now: Date): Promise<Fact[]> {
  const end = sql.raw(`s.starts_at + make_interval(mins => s.minutes)`);
  const ref = sql.raw(`json_build_object('id', s.id, 'at', s.starts_at)`);
  const since = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { rows } = await tx.execute<Fact & Record<string, unknown>>(sql`
    select e.user_id as learner_id, p.id as program_id, p.name as program_name, e.joined_at, f.*
    from enrolments as e
    join programs as p on p.id = e.program_id and p.status in ('active', 'paused')
    join users as u on u.id = e.user_id and u.status = 'active'
    cross join lateral (select
      (array_agg(${ref} order by s.starts_at) filter (where s.state = 'scheduled' and ${end} > ${now}))[1] as next,
      (array_agg(json_build_object('id', s.id, 'at', s.proposed_at, 'by', s.proposed_by, 'times', t.times) order by s.proposed_at)
        filter (where s.proposed_by is not null and t.times > 0))[1] as open,
      (array_agg(${ref} order by s.starts_at) filter (where s.state in ('scheduled', 'expired') and ${end} < ${now}
        and ${end} > ${since(ASKED_DAYS)} and not (${userId} = any (s.held_by))))[1] as asked,
      (array_agg(${ref} order by s.starts_at desc) filter (where s.state = 'held' and s.ended_at > ${since(ASKED_DAYS)}
        and s.kind = 'remote' and not exists (select from coaching_feedback as b where b.session_id = s.id and b.user_id = ${userId})))[1] as wrap_up,
      (array_agg(${ref}) filter (where not (${userId} = any (s.held_by)) and exists (select from coaching_attendance as a where a.session_id = s.id
        and a.user_id = e.user_id and a.left_at is null and a.seen_at > ${new Date(now.getTime() - PRESENCE_LASTS_MS)})))[1] as room,
      (array_agg(${ref} order by s.starts_at desc) filter (where s.state in ('held', 'completed')))[1] as last
      from coaching_sessions as s
      cross join lateral (select count(*)::int as times from coaching_proposals as c
        where c.session_id = s.id and c.starts_at > ${now} and (s.starts_at is null or s.starts_at > ${now})) as t
      where s.enrolment_id = e.id and s.peer_id = ${userId}) as f
    where e.state in ('accepted', 'choosing', 'active', 'ready_to_finish')
      and (e.coach_id = ${userId} or (u.manager_id = ${userId} and p.manager_visible
        and exists (select from coaching_sessions as m where m.enrolment_id = e.id and m.peer_id = ${userId})))
    order by u.last_name, u.first_name, e.id`);
  return rows;
}
