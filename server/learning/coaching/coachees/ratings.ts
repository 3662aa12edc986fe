import { type Coachees, RATINGS_MIN_LEARNERS, RATINGS_MIN_SESSIONS } from '#contract/learning/coachees.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/** The first version of the rules that includes averages of ratings. */
const RULES_WITH_AVERAGES = 2;

export interface Rating {
  learnerId: number;
  at: Date;
  listened: number;
  chosen: number;
  nextStep: number;
}

/**
 * Averages of consecutive groups of ratings. A group is closed, and shown, when it is large enough; after
 * that it never changes, so that comparing two days does not reveal how one person rated.
 */
export function groupRatings(ratings: readonly Rating[]): Coachees['ratings'] {
  const groups: Rating[][] = [];
  let open: Rating[] = [];
  for (const rating of ratings) {
    open.push(rating);
    const learners = new Set(open.map(({ learnerId }) => learnerId)).size;
    if (open.length < RATINGS_MIN_SESSIONS || learners < RATINGS_MIN_LEARNERS) continue;
    groups.push(open);
    open = [];
  }
  return groups.map((group) => {
    const mean = (field: 'listened' | 'chosen' | 'nextStep') =>
      Math.round((10 * group.reduce((sum, rating) => sum + rating[field], 0)) / group.length) / 10;
    return {
      from: (group[0] as Rating).at.toISOString(),
      until: (group.at(-1) as Rating).at.toISOString(),
      sessions: group.length,
      listened: mean('listened'),
      chosen: mean('chosen'),
      nextStep: mean('nextStep'),
    };
  });
}

/** Learners' ratings of their sessions with a coach, given after they agreed to averages. */
export async function findRatings(tx: TenantTransaction, coachId: number): Promise<Coachees['ratings']> {
  const { rows } = await tx.execute<{
    learner_id: number;
    created_at: string | Date;
    listened: number;
    chosen: number;
    next_step: number;
  }>(sql`
    select s.learner_id, f.created_at, f.listened, f.chosen, f.next_step
    from coaching_feedback as f
    join coaching_sessions as s on s.id = f.session_id and s.learner_id = f.user_id and s.state in ('held', 'completed')
    where s.peer_id = ${coachId} and exists (select from coaching_agreements as a where a.user_id = f.user_id
      and a.peer_id = s.peer_id and a.learner_id = s.learner_id and a.rules >= ${RULES_WITH_AVERAGES}
      and a.accepted_at <= f.created_at)
    order by f.created_at, f.session_id`);
  return groupRatings(
    rows.map((row) => ({
      learnerId: row.learner_id,
      at: new Date(row.created_at),
      listened: row.listened,
      chosen: row.chosen,
      nextStep: row.next_step,
    })),
  );
}
