import { type Facet, facets, type TopicSuggestion } from '#contract/learning/propensity.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findOpenTopics, type OpenTopicRow } from '#server/learning/programs/index.ts';

const SUGGESTIONS = 3;
/** A topic with more better ones is not called “one of the best”. */
const MOST_BETTER = 1;

/** How well a topic suits a person with this weak facet: the smallest value is best. */
const ORDER: Record<Facet, (topic: OpenTopicRow) => number> = {
  will: ({ completions }) => -completions,
  trust: ({ challenges, minutes }) => -challenges * 1_000 + minutes,
  room: ({ minutes }) => minutes,
  plan: ({ practices, minutes }) => -practices * 1_000 + minutes,
};

export const suggestTopics = async (tx: TenantTransaction, userId: number, scores: Record<Facet, number>) =>
  suggestedAmong(await findOpenTopics(tx, userId), scores);

/** Up to 3 topics, one for each of the weakest facets. The reason is a rule that the person can check. */
export function suggestedAmong(
  open: readonly OpenTopicRow[],
  scores: Record<Facet, number>,
): TopicSuggestion[] {
  const weakest = [...facets].sort((a, b) => scores[a] - scores[b]).slice(0, SUGGESTIONS);
  const taken = new Set<string>();
  return weakest.flatMap((facet) => {
    const [best] = open
      .filter(({ topicId }) => !taken.has(topicId))
      .sort((a, b) => ORDER[facet](a) - ORDER[facet](b));
    if (!best) return [];
    taken.add(best.topicId);
    const value = ORDER[facet](best);
    const better = open.filter((topic) => ORDER[facet](topic) < value).length;
    const isAmongBest = better <= MOST_BETTER && open.some((topic) => ORDER[facet](topic) > value);
    const { programId, programName, topicId, title, minutes, practices, challenges, completions } = best;
    return [
      {
        facet,
        programId,
        programName,
        topicId,
        title,
        minutes,
        practices,
        challenges,
        completions,
        isAmongBest,
      },
    ];
  });
}
