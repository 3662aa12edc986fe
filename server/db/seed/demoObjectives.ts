import type { ObjectiveText } from './objectives.ts';

interface Cast {
  learner: number;
  manager: number;
  newcomer: number;
  admin: number;
  coach: number;
  /** The others of the manager's team. */
  team: readonly number[];
}

/** What the people of the demo organisation have set themselves. */
export const demoObjectives = ({ learner, manager, newcomer, admin, coach, team }: Cast): ObjectiveText[] => [
  {
    ownerId: learner,
    title: 'Hand over the late shift without a call at night',
    why: 'Half of what reaches me after ten could have been said at the handover.',
    measure: { kind: 'number', unit: 'calls a week', from: 9, to: 2 },
    ifThenPlan: 'If the handover begins, then I ask first what is still open.',
    dueInDays: 46,
    visibility: 'manager',
    state: 'active',
    createdDaysAgo: 40,
    notes: [
      { daysAgo: 33, text: 'Counted for a week before changing anything: nine calls.', value: 9 },
      {
        daysAgo: 19,
        text: 'With the open question first it is six. Two of them were the same pallet.',
        value: 6,
      },
      { daysAgo: 12, text: 'I skipped it on Tuesday because I was tired, and paid for it.', isPrivate: true },
      { daysAgo: 5, text: 'Four this week, and Inês now asks the question before I do.', value: 4 },
    ],
    edit: {
      actorId: manager,
      daysAgo: 2,
      before: { title: 'Hand over the late shift without calls at all' },
      reason: 'Two real emergencies a week will stay. I would rather see you reach this than miss the other.',
    },
  },
  {
    ownerId: learner,
    title: 'Give each of my six one piece of feedback a fortnight',
    why: 'I notice a lot and say little of it.',
    measure: { kind: 'number', unit: 'people', from: 0, to: 6 },
    dueInDays: 5,
    visibility: 'coach',
    state: 'active',
    isAtRisk: true,
    createdDaysAgo: 34,
    notes: [
      { daysAgo: 27, text: 'Two done, both easier than I had feared.', value: 2 },
      { daysAgo: 16, text: 'Stuck at three. The ones left are the ones I find hard.', value: 3 },
    ],
  },
  {
    ownerId: learner,
    title: 'Stop answering mail during the Monday meeting',
    why: 'I asked others to listen and did not do it myself.',
    measure: { kind: 'text', text: 'Four Mondays in a row with the laptop closed' },
    dueInDays: -20,
    visibility: 'manager',
    state: 'achieved',
    createdDaysAgo: 70,
    notes: [{ daysAgo: 22, text: 'Fourth Monday. Nobody missed an answer from me.' }],
  },
  {
    ownerId: learner,
    title: 'Apply for the night operations lead post',
    why: 'I want to know whether I want it before I say it aloud.',
    measure: { kind: 'text', text: 'A talk with Henrik about what the job really is' },
    dueInDays: 80,
    visibility: 'private',
    state: 'draft',
    createdDaysAgo: 8,
    notes: [],
  },
  {
    ownerId: newcomer,
    title: 'Close ten claims without asking for help',
    why: 'I would like to know where I still need a second look.',
    measure: { kind: 'number', unit: 'claims', from: 0, to: 10 },
    dueInDays: 30,
    visibility: 'manager',
    state: 'active',
    createdDaysAgo: 3,
    notes: [{ daysAgo: 1, text: 'Three closed, one of them reopened by the customer.', value: 3 }],
  },
  {
    ownerId: manager,
    title: 'One hour a day without the dashboard',
    why: 'When I look at numbers all day I stop looking at people.',
    measure: { kind: 'number', unit: 'days', from: 0, to: 20 },
    ifThenPlan: 'If it is nine, then I close the dashboard until ten.',
    dueInDays: 25,
    visibility: 'coach',
    state: 'active',
    createdDaysAgo: 38,
    notes: [{ daysAgo: 17, text: 'Seven days. It breaks on the days when a ship is late.', value: 7 }],
  },
  {
    ownerId: admin,
    title: 'Hear from every depot before the budget',
    why: 'The plan was made by those who sit near me.',
    measure: { kind: 'number', unit: 'depots', from: 0, to: 5 },
    dueInDays: 6,
    visibility: 'private',
    state: 'active',
    createdDaysAgo: 45,
    notes: [{ daysAgo: 9, text: 'Four of five. Beirut is next week.', value: 4 }],
  },
  {
    ownerId: coach,
    title: 'Ask shorter questions',
    why: 'My questions have three parts, and people answer the last.',
    measure: { kind: 'text', text: 'One part a question in five sessions running' },
    dueInDays: 3,
    visibility: 'private',
    state: 'active',
    createdDaysAgo: 30,
    notes: [{ daysAgo: 6, text: 'Held in three of four.' }],
  },
  ...team.slice(0, 3).map(
    (ownerId, index): ObjectiveText => ({
      ownerId,
      title: [
        'Answer first messages within four hours',
        'Write the three articles that would save most calls',
        'Say what I need before the week is full',
      ][index] as string,
      why: [
        'Customers write twice when they wait.',
        'We explain the same things again and again.',
        'I notice it on Thursday, when it is late.',
      ][index] as string,
      measure: [
        { kind: 'number' as const, unit: '% in time', from: 62, to: 90 },
        { kind: 'number' as const, unit: 'articles', from: 0, to: 3 },
        { kind: 'text' as const, text: 'Asked by Tuesday, four weeks running' },
      ][index] as ObjectiveText['measure'],
      dueInDays: [33, 60, 18][index] as number,
      visibility: 'manager',
      state: 'active',
      createdDaysAgo: [50, 61, 25][index] as number,
      notes: [
        [
          { daysAgo: 30, text: 'Mornings are fine, lunch is the hole.', value: 71 },
          { daysAgo: 6, text: 'With a lunch rota it holds.', value: 84 },
        ],
        [{ daysAgo: 41, text: 'The one on customs papers is out.', value: 1 }],
        [{ daysAgo: 8, text: 'Two Tuesdays so far. Once I got a no, which was fine.' }],
      ][index] as ObjectiveText['notes'],
    }),
  ),
];
