import { TIMES_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { formatDay, plural, type Region } from '#server/formats.ts';
import { type PlainNeed, requestedAt } from './needs.ts';

const HOUR_MS = 3_600_000;
/** An answer is urgent when the first proposed time is within 2 days. */
const URGENT_MS = 48 * HOUR_MS;

/** A coaching session of the viewer with an open question. */
export interface SessionFact {
  sessionId: string;
  programId: string;
  programName: string;
  other: { firstName: string; lastName: string };
  /**
   * Who proposed the times that are still possible; null if the session is over and the viewer has not said how it
   * went.
   */
  proposedBy: number | null;
  proposedAt: string | null;
  times: number;
  /** The viewer's relation to the other person; null if the viewer is the learner. */
  relation: 'manager' | 'coach' | null;
  /** The first proposed time, or the time of the session. */
  at: string;
}

/** After this time, no one is asked whether a session took place. */
const ASKED_DAYS = 14;

/** Sessions of the viewer with proposed times, and sessions that are over and not confirmed by the viewer, as JSON. */
export const sessionFacts = ({ user, now }: Record<'user' | 'now', string>) => `
  select json_build_object('sessionId', s.id, 'programId', e.program_id, 'programName', p.name,
    'other', json_build_object('firstName', u.first_name, 'lastName', u.last_name),
    'proposedBy', case when t.times > 0 then s.proposed_by end, 'proposedAt', s.proposed_at, 'times', coalesce(t.times, 0),
    'at', coalesce(t.first, s.starts_at), 'relation', case when s.peer_id = ${user} then
      case when u.manager_id = ${user} and e.coach_id is distinct from ${user} then 'manager' else 'coach' end end)
  from coaching_sessions as s
  join enrolments as e on e.id = s.enrolment_id
  join programs as p on p.id = e.program_id
  join users as u on u.id = case when s.learner_id = ${user} then s.peer_id else s.learner_id end
  cross join lateral (select count(*)::int as times, min(c.starts_at) as first from coaching_proposals as c
    where c.session_id = s.id and c.starts_at > ${now} and (s.starts_at is null or s.starts_at > ${now})) as t
  where (s.learner_id = ${user} or s.peer_id = ${user}) and s.state in ('proposed', 'scheduled', 'expired')
    and (t.times > 0 or (s.state <> 'proposed' and not (${user} = any (s.held_by))
      and s.starts_at + make_interval(mins => s.minutes) between ${now} - make_interval(days => ${ASKED_DAYS}) and ${now}))
  order by coalesce(t.first, s.starts_at), s.id`;

const pathOf = ({ programId, sessionId }: SessionFact) =>
  `/program/${programId}/coaching/${sessionId}?type=remote`;

export const sessionNeeds = (
  facts: readonly SessionFact[],
  userId: number,
  { now, region }: { now: Date; region: Region },
): PlainNeed[] =>
  facts.map((fact): PlainNeed => {
    const { sessionId, programName, other, proposedBy, proposedAt, times, at } = fact;
    const name = fullName(other);
    const path = pathOf(fact);
    const relation = fact.relation ?? undefined;
    if (proposedBy === null)
      return {
        key: `session_outcome:${sessionId}`,
        kind: 'session_outcome',
        group: 'today',
        title: `Did your session with ${name} take place?`,
        reason: `It was planned for ${formatDay(new Date(at), region)} in ${programName}. It counts when both of you say so.`,
        verb: 'Answer',
        path,
        relation,
      };
    const from = formatDay(new Date(at), region);
    if (proposedBy === userId)
      return {
        key: `session_waiting:${sessionId}`,
        kind: 'session_waiting',
        group: 'waiting',
        title: `Waiting for ${name} to choose a time`,
        reason: plural(
          times,
          `You proposed 1 time for a session in ${programName}, on ${from}.`,
          `You proposed ${times} times for a session in ${programName}, the first on ${from}.`,
        ),
        verb: 'View times',
        path,
        relation,
      };
    return {
      key: `session_answer:${sessionId}:${requestedAt(proposedAt ?? at)}`,
      kind: 'session_answer',
      group: Date.parse(at) - now.getTime() < URGENT_MS ? 'today' : 'week',
      title: plural(
        times,
        `${name} proposed 1 time for a session`,
        `${name} proposed ${times} times for a session`,
      ),
      reason: plural(
        times,
        `For ${programName}, on ${from}. Confirm it or propose other times.`,
        `For ${programName}, the first on ${from}. Confirm one or propose other times.`,
      ),
      verb: 'Choose a time',
      path: `${path}#${TIMES_TARGET}`,
      relation,
    };
  });
