import { type Goals, goalsSchema } from '#contract/enrolment.ts';
import type { Program, Topic } from '#contract/programs.ts';
import { errorsOf } from '#src/forms/fieldWords.ts';
import type { ReadDraft } from '#src/forms/useDraft.ts';
import { counted } from '#src/ui/dates.ts';
import { isChosen } from './topics.ts';

/** The topics that are ticked, each with what is written beside it, by topic. */
export type Choice = Record<string, { why: string; ifThenPlan: string }>;

export const choiceOf = (topics: readonly Topic[]): Choice =>
  Object.fromEntries(
    topics
      .filter(isChosen)
      .map(({ topicId, why, ifThenPlan }) => [topicId, { why: why ?? '', ifThenPlan: ifThenPlan ?? '' }]),
  );

const isWords = (value: unknown): value is Choice[string] =>
  typeof value === 'object' &&
  value !== null &&
  'why' in value &&
  typeof value.why === 'string' &&
  'ifThenPlan' in value &&
  typeof value.ifThenPlan === 'string';

export const readChoice: ReadDraft<Choice> = (kept) => {
  if (typeof kept !== 'object' || kept === null) return null;
  const entries: [string, unknown][] = Object.entries(kept);
  return Object.fromEntries(entries.filter((entry): entry is [string, Choice[string]] => isWords(entry[1])));
};

/** In the program's own order. What is kept of a topic that the program no longer has is left out. */
export const goalsOf = (choice: Choice, program: ProgramTopics): Goals => ({
  version: program.version,
  topics: program.topics.flatMap(({ topicId }) => {
    const words = choice[topicId];
    if (!words) return [];
    return [{ topicId, why: words.why.trim() || null, ifThenPlan: words.ifThenPlan.trim() || null }];
  }),
});
type ProgramTopics = { version: number; topics: readonly Topic[] };

/** By `topics` for the number of them, by `topics.1.why` for a field. */
export function errorsInGoals(goals: Goals, { min, max }: Program['selection']): Record<string, string> {
  const errors = errorsOf(goalsSchema.safeParse(goals));
  if (goals.topics.length < min) errors.topics = `Choose at least ${counted(min, 'topic')}.`;
  if (goals.topics.length > max) errors.topics = `Choose at most ${counted(max, 'topic')}.`;
  return errors;
}

export function rangeSentence({ min, max }: Program['selection']): string {
  if (min === max) return `Choose ${counted(min, 'topic')}.`;
  return `Choose ${min} to ${counted(max, 'topic')}. You can change them at any time.`;
}
