import { useLocation } from 'react-router-dom';
import { type Goals, goalsSchema } from '#contract/learning/enrolment.ts';
import type { Program, Topic } from '#contract/learning/programs.ts';
import { topicTarget } from '#contract/notifications/linkTargets.ts';
import { errorsOf } from '#src/forms/fieldWords.ts';
import { type ReadDraft, restored } from '#src/forms/useDraft.ts';
import { plural } from '#src/ui/text/plural.ts';
import { isSelected } from './topics.ts';

/** Reason and plan of each selected topic, by topic id. */
export type Selection = Record<string, { why: string; ifThenPlan: string }>;

const selectionOf = (topics: readonly Topic[]): Selection =>
  Object.fromEntries(
    topics
      .filter(isSelected)
      .map(({ topicId, why, ifThenPlan }) => [topicId, { why: why ?? '', ifThenPlan: ifThenPlan ?? '' }]),
  );

/** In the order of the program, so that a topic that is cleared and selected again is no change. */
export const inOrderOf = (topics: readonly Topic[], selection: Selection): Selection =>
  Object.fromEntries(
    topics.flatMap(({ topicId }) => {
      const texts = selection[topicId];
      return texts ? [[topicId, texts]] : [];
    }),
  );

const isSelectionTexts = (value: unknown): value is Selection[string] =>
  typeof value === 'object' &&
  value !== null &&
  'why' in value &&
  typeof value.why === 'string' &&
  'ifThenPlan' in value &&
  typeof value.ifThenPlan === 'string';

const readSelection: ReadDraft<Selection> = (kept) => {
  if (typeof kept !== 'object' || kept === null) return null;
  const entries: [string, unknown][] = Object.entries(kept);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, Selection[string]] => isSelectionTexts(entry[1])),
  );
};

/** A selection that is not saved yet. */
export interface SelectionDraft {
  selection: Selection;
  /** The saved selection that it is based on, and its version. */
  saved: Selection;
  version: number;
}
export const unchangedSelection = ({
  topics,
  version,
}: Pick<Program, 'topics' | 'version'>): SelectionDraft => {
  const saved = selectionOf(topics);
  return { selection: saved, saved, version };
};

/** A draft of an earlier client contains only the selection: it is based on the selection that is saved now. */
export const readSelectionDraft =
  (now: SelectionDraft): ReadDraft<SelectionDraft> =>
  (kept) => {
    const { selection, saved, version } = { ...(kept as Record<keyof SelectionDraft, unknown> | null) };
    const [mine, base] = [readSelection(selection), readSelection(saved)];
    if (mine && base && typeof version === 'number') return { selection: mine, saved: base, version };
    const earlier = readSelection(kept);
    return earlier && { ...now, selection: earlier };
  };

/** The kept selection of a program's topic picker, with one more topic if there is room for it. */
export function addToSelection(
  program: Pick<Program, 'topics' | 'selection' | 'version'>,
  kept: string,
  { topicId, why }: { topicId: string; why: string },
): string {
  const now = unchangedSelection(program);
  const draft = restored(kept, readSelectionDraft(now)) ?? now;
  const { selection } = draft;
  const isFull = selection[topicId] === undefined && Object.keys(selection).length >= program.selection.max;
  return JSON.stringify(
    isFull ? draft : { ...draft, selection: { ...selection, [topicId]: { why, ifThenPlan: '' } } },
  );
}

/** Topics that the manager or coach proposes come first. The rest keep the order of the program. */
export const proposedFirst = (topics: readonly Topic[]): Topic[] => {
  const isProposed = (topic: Topic) => !isSelected(topic) && topic.proposals.length > 0;
  return [...topics.filter(isProposed), ...topics.filter((topic) => !isProposed(topic))];
};

/** The topics in the order of the program, without topics that the program no longer has. */
export const goalsOf = (selection: Selection, program: ProgramTopics): Goals => ({
  version: program.version,
  topics: program.topics.flatMap(({ topicId }) => {
    const texts = selection[topicId];
    if (!texts) return [];
    return [{ topicId, why: texts.why.trim() || null, ifThenPlan: texts.ifThenPlan.trim() || null }];
  }),
});
type ProgramTopics = { version: number; topics: readonly Topic[] };

/** The key `topics` is for the number of topics, and a key such as `topics.1.why` is for a field. */
export function errorsInGoals(goals: Goals, { min, max }: Program['selection']): Record<string, string> {
  const errors = errorsOf(goalsSchema.safeParse(goals));
  if (goals.topics.length < min) errors.topics = `Select at least ${plural(min, '# topic', '# topics')}.`;
  if (goals.topics.length > max) errors.topics = `Select at most ${plural(max, '# topic', '# topics')}.`;
  return errors;
}

export function rangeSentence({ min, max }: Program['selection']): string {
  if (min === max) return `Select ${plural(min, '# topic', '# topics')}.`;
  return `Select ${min} to ${plural(max, '# topic', '# topics')}. You can change them at any time.`;
}

/** The topic picker has its own address, so that Back closes it and links can open it. */
export const topicPickerPath = (programId: string) => `/program/${programId}?show=choose`;
/** A topic that is not selected: in the picker, or in the list of other topics if the learner cannot select topics now. */
export const topicOptionPath = (programId: string, topicId: string) =>
  `${topicPickerPath(programId)}#${topicTarget(topicId)}`;
export const useIsTopicPickerOpen = () => new URLSearchParams(useLocation().search).get('show') === 'choose';
