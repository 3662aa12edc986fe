import type { Objective, ObjectiveChange } from '#contract/learning/objectives.ts';

export const OBJECTIVE_ID = 'dddddddddddddddd';
export const CHANGE_ID = 'eeeeeeeeeeeeeeee';
export const max = { userId: 9, firstName: 'Max', lastName: 'Berg', initials: 'MB', userAvatar: null };

export const anObjective = (over: Partial<Objective> = {}): Objective => ({
  objectiveId: OBJECTIVE_ID,
  ownerId: 7,
  title: 'Ask before I tell',
  why: null,
  measure: { kind: 'number', unit: 'talks', from: 0, to: 10 },
  standing: { now: 4, percent: 40 },
  dueOn: null,
  ifThenPlan: null,
  topicId: null,
  topicTitle: null,
  visibility: 'manager',
  state: 'active',
  isAtRisk: false,
  isQuiet: false,
  version: 3,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  notes: [],
  changes: [],
  can: { edit: true, move: true, note: true, needsReason: false },
  ...over,
});
export const aChange = (over: Partial<ObjectiveChange> = {}): ObjectiveChange => ({
  changeId: CHANGE_ID,
  by: max,
  at: '2026-11-20T09:00:00.000Z',
  reason: 'The quarter is short',
  differences: [
    { field: 'measure', label: 'Measure', before: 'From 0 to 10 talks', after: 'From 0 to 6 talks' },
  ],
  response: 'pending',
  respondedAt: null,
  can: { respond: true },
  ...over,
});
