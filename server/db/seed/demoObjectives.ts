import type { ObjectiveText } from './objectives.ts';

interface Cast {
  learner: number;
  manager: number;
  newcomer: number;
  admin: number;
  coach: number;
  /** The other members of the manager's team. */
  team: readonly number[];
}

/** Objectives of people in the demo organisation. */
export const demoObjectives = ({ learner, manager, newcomer, admin, coach, team }: Cast): ObjectiveText[] => [
  {
    ownerId: learner,
    title: 'Reduce calls after the late shift handover',
    why: 'Half of the questions that reach me after 10 p.m. could be answered at the handover.',
    measure: { kind: 'number', unit: 'calls a week', from: 9, to: 2 },
    ifThenPlan: 'If the handover starts, then I first ask which issues are still open.',
    dueInDays: 46,
    visibility: 'manager',
    state: 'active',
    createdDaysAgo: 40,
    notes: [
      { daysAgo: 33, text: 'Baseline before any change: 9 calls in one week.', value: 9 },
      {
        daysAgo: 19,
        text: '6 calls this week. We now start with the open issues. 2 of them were about the same shipment.',
        value: 6,
      },
      {
        daysAgo: 12,
        text: 'I skipped the question on Tuesday because I was tired, and had 3 calls that night.',
        isPrivate: true,
      },
      { daysAgo: 5, text: '4 calls this week. Inês now asks for open issues before I do.', value: 4 },
    ],
    edit: {
      actorId: manager,
      daysAgo: 2,
      before: { title: 'No calls after the late shift handover' },
      reason: 'There will always be a few real emergencies. A lower number is more realistic than zero.',
    },
  },
  {
    ownerId: learner,
    title: 'Give feedback to all 6 team members every 2 weeks',
    why: 'I notice good work but rarely mention it.',
    measure: { kind: 'number', unit: 'people', from: 0, to: 6 },
    dueInDays: 5,
    visibility: 'coach',
    state: 'active',
    isAtRisk: true,
    createdDaysAgo: 34,
    notes: [
      { daysAgo: 27, text: '2 conversations done. Both were easier than expected.', value: 2 },
      { daysAgo: 16, text: '3 done. The remaining conversations are the difficult ones.', value: 3 },
    ],
  },
  {
    ownerId: learner,
    title: 'No email during the Monday meeting',
    why: 'I ask others to listen, so I should do the same.',
    measure: { kind: 'text', text: '4 Monday meetings in a row with my laptop closed' },
    dueInDays: -20,
    visibility: 'manager',
    state: 'achieved',
    createdDaysAgo: 70,
    notes: [{ daysAgo: 22, text: 'Fourth Monday done. No one missed an answer from me.' }],
  },
  {
    ownerId: learner,
    title: 'Apply for the position of night operations lead',
    why: 'I would like to find out whether the role suits me before I tell others.',
    measure: { kind: 'text', text: 'A conversation with Henrik about the role' },
    dueInDays: 80,
    visibility: 'private',
    state: 'draft',
    createdDaysAgo: 8,
    notes: [],
  },
  {
    ownerId: newcomer,
    title: 'Close 10 claims without help',
    why: 'I would like to know which cases I still need support with.',
    measure: { kind: 'number', unit: 'claims', from: 0, to: 10 },
    dueInDays: 30,
    visibility: 'manager',
    state: 'active',
    createdDaysAgo: 3,
    notes: [{ daysAgo: 1, text: '3 claims closed. The customer reopened one of them.', value: 3 }],
  },
  {
    ownerId: manager,
    title: 'Spend one hour a day without the dashboard',
    why: 'I spend too much time on figures and too little time with my team.',
    measure: { kind: 'number', unit: 'days', from: 0, to: 20 },
    ifThenPlan: 'If it is 9 a.m., then I close the dashboard until 10 a.m.',
    dueInDays: 25,
    visibility: 'coach',
    state: 'active',
    createdDaysAgo: 38,
    notes: [
      { daysAgo: 17, text: '7 days so far. It is difficult on days when a ship is delayed.', value: 7 },
    ],
  },
  {
    ownerId: admin,
    title: 'Talk to every depot before the budget is final',
    why: 'Last year only the head office was involved in the plan.',
    measure: { kind: 'number', unit: 'depots', from: 0, to: 5 },
    dueInDays: 6,
    visibility: 'private',
    state: 'active',
    createdDaysAgo: 45,
    notes: [{ daysAgo: 9, text: '4 of 5 depots done. Beirut follows next week.', value: 4 }],
  },
  {
    ownerId: coach,
    title: 'Ask shorter questions',
    why: 'I often ask several questions at once, and people only answer the last one.',
    measure: { kind: 'text', text: 'One question at a time in 5 sessions in a row' },
    dueInDays: 3,
    visibility: 'private',
    state: 'active',
    createdDaysAgo: 30,
    notes: [{ daysAgo: 6, text: 'It worked in 3 of 4 sessions.' }],
  },
  ...team.slice(0, 3).map(
    (ownerId, index): ObjectiveText => ({
      ownerId,
      title: [
        'Answer new customer messages within 4 hours',
        'Write 3 help articles about frequent questions',
        'Ask for support early in the week',
      ][index] as string,
      why: [
        'Customers write again if they have to wait.',
        'We answer the same questions again and again.',
        'I often ask on Thursday, when it is too late.',
      ][index] as string,
      measure: [
        { kind: 'number' as const, unit: '% on time', from: 62, to: 90 },
        { kind: 'number' as const, unit: 'articles', from: 0, to: 3 },
        { kind: 'text' as const, text: 'Support requested by Tuesday, 4 weeks in a row' },
      ][index] as ObjectiveText['measure'],
      dueInDays: [33, 60, 18][index] as number,
      visibility: 'manager',
      state: 'active',
      createdDaysAgo: [50, 61, 25][index] as number,
      notes: [
        [
          { daysAgo: 30, text: 'Mornings are fine, but we are slow at lunchtime.', value: 71 },
          { daysAgo: 6, text: 'The new lunch schedule helps.', value: 84 },
        ],
        [{ daysAgo: 41, text: 'The article on customs documents is published.', value: 1 }],
        [{ daysAgo: 8, text: '2 Tuesdays so far. One request was declined, which was fine.' }],
      ][index] as ObjectiveText['notes'],
    }),
  ),
];
