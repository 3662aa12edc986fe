import type { Growth } from '#contract/home.ts';
import { periodOf } from '#server/learning/checkIns/index.ts';

const WEEKS = 12;

const mondaysUntil = (thisMonday: Date) =>
  Array.from({ length: WEEKS }, (_, index) => {
    const day = new Date(thisMonday);
    day.setUTCDate(day.getUTCDate() - 7 * (WEEKS - 1 - index));
    return day.toISOString().slice(0, 10);
  });

/** One day before the first Monday in UTC, so that the first week is included in every time zone. */
export const growthSince = (thisMonday: Date) =>
  new Date(new Date(`${mondaysUntil(thisMonday)[0]}T00:00:00Z`).getTime() - 86_400_000);

/** The days in the viewer's time zone on which something was done, completed or written, as JSON. */
export interface GrowthFacts {
  enrolments: { steps: string[]; topics: string[]; chosen: number }[];
  notes: string[];
}

/** Completed topics and chosen topics of any time; steps and notes since a day. */
export function growthFacts({ user, timeZone, since }: Record<'user' | 'timeZone' | 'since', string>) {
  const dayOf = (column: string) => `(${column} at time zone ${timeZone})::date`;
  return `json_build_object(
    'enrolments', array(select json_build_object(
        'steps', array(select ${dayOf('r.done_at')} from step_records as r
          where r.enrolment_id = e.id and r.state = 'done' and r.done_at >= ${since}),
        'topics', array(select ${dayOf('c.completed_at')} from topic_completions as c
          where c.enrolment_id = e.id and c.reopened_at is null),
        'chosen', (select count(*) from goals as g where g.enrolment_id = e.id and g.removed_at is null
          and e.state not in ('declined', 'withdrawn')))
      from enrolments as e where e.user_id = ${user}),
    'notes', array(select ${dayOf('n.at')} from objectives as o
      join objective_notes as n on n.objective_id = o.id and n.at >= ${since} where o.owner_id = ${user}))`;
}

/** The viewer's activity in each of the last weeks and current totals, computed from rows (decision 0027). */
export function growthOf(
  { enrolments, notes }: GrowthFacts,
  objectives: readonly { state: string; isAtRisk: boolean }[],
  thisMonday: Date,
): Growth {
  const topics = enrolments.flatMap((enrolment) => enrolment.topics);
  const stepsIn = countsByWeek(enrolments.flatMap(({ steps }) => steps));
  const topicsIn = countsByWeek(topics);
  const notesIn = countsByWeek(notes);
  const active = objectives.filter(({ state }) => state === 'active');
  return {
    weeks: mondaysUntil(thisMonday).map((weekOf) => ({
      weekOf,
      steps: stepsIn.get(weekOf) ?? 0,
      topics: topicsIn.get(weekOf) ?? 0,
      notes: notesIn.get(weekOf) ?? 0,
    })),
    topicsCompleted: topics.length,
    // In a program that the learner has left, only the completed topics count.
    topicsChosen: enrolments.reduce((sum, one) => sum + Math.max(one.chosen, one.topics.length), 0),
    objectives: {
      active: active.length,
      achieved: objectives.filter(({ state }) => state === 'achieved').length,
      atRisk: active.filter(({ isAtRisk }) => isAtRisk).length,
    },
  };
}

/** How many of these days are in each week, by its Monday. */
function countsByWeek(days: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) {
    const { start } = periodOf(day, 'weekly');
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return counts;
}
