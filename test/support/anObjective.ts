import type { NewObjective } from '#contract/learning/objectives.ts';

/** A valid objective with a number as its measure. */
export const anObjective = (changes: Partial<NewObjective> = {}): NewObjective => ({
  title: 'Hear people out',
  why: 'I answer too soon',
  measure: { kind: 'number', unit: 'talks', from: 0, to: 8 },
  dueOn: null,
  ifThenPlan: null,
  topicId: null,
  visibility: 'manager',
  state: 'active',
  ...changes,
});
