import type { ObjectiveText } from './objectives.ts';
import type { OrganisationRows } from './organisationRows.ts';

type FollowUp = Pick<ObjectiveText, 'title' | 'why' | 'measure' | 'visibility' | 'notes'>;

/** Objectives of people who finished their programs. The last objective has had no notes for a while. */
const followUps: FollowUp[] = [
  {
    title: 'Let quiet colleagues speak first',
    why: 'The program showed me how many ideas we miss when managers speak first.',
    measure: { kind: 'number', unit: 'meetings', from: 0, to: 8 },
    visibility: 'manager',
    notes: [
      { daysAgo: 17, text: '3 meetings so far. The second one changed our plan.', value: 3 },
      {
        daysAgo: 6,
        text: '5 meetings. It takes a few minutes longer but saves us a lot of rework.',
        value: 5,
      },
    ],
  },
  {
    title: 'Write down decisions before the meeting ends',
    why: 'After our meetings people often remember different decisions.',
    measure: { kind: 'text', text: 'One month without questions about what was decided' },
    visibility: 'coach',
    notes: [{ daysAgo: 8, text: '2 weeks so far. Bruno now asks for the summary himself.' }],
  },
  {
    title: 'Take one walk a week without my phone',
    why: 'My best ideas this year came during breaks.',
    measure: { kind: 'number', unit: 'walks', from: 0, to: 10 },
    visibility: 'private',
    notes: [{ daysAgo: 19, text: '4 walks. I missed the last 2 Fridays.', value: 4 }],
  },
];

/** An objective for each person without an open enrolment or objective, so that no home page is empty. */
export function followUpObjectives(rows: OrganisationRows): ObjectiveText[] {
  const busy = new Set([
    ...rows.enrolments.flatMap(({ userId, state }) =>
      ['invited', 'choosing', 'active', 'ready_to_finish'].includes(state) ? [userId] : [],
    ),
    ...rows.objectives.map(({ ownerId }) => ownerId),
  ]);
  const rest = rows.users.filter(({ id }) => !busy.has(id));
  return rest.map(({ id }, index) => {
    const followUp = followUps[index % followUps.length] as FollowUp;
    return {
      ...followUp,
      ownerId: id,
      state: 'active',
      createdDaysAgo: 30 + (index % 5),
      // Objectives with recent notes are due soon.
      dueInDays: followUp.visibility === 'private' ? 40 : 2 + (index % 5),
    };
  });
}
