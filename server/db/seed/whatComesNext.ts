import type { ObjectiveText } from './objectives.ts';
import type { OrganisationRows } from './organisationRows.ts';

type Aim = Pick<ObjectiveText, 'title' | 'why' | 'measure' | 'visibility' | 'notes'>;

/** What people go on with when their program is behind them. Two of three are written about; the third has gone quiet. */
const aims: Aim[] = [
  {
    title: 'Let the quietest one speak first',
    why: 'In the program I saw how much I had missed by going round by rank.',
    measure: { kind: 'number', unit: 'meetings', from: 0, to: 8 },
    visibility: 'manager',
    notes: [
      { daysAgo: 17, text: 'Three so far. The second one turned the whole plan round.', value: 3 },
      { daysAgo: 6, text: 'Five. It takes four minutes longer and saves a week.', value: 5 },
    ],
  },
  {
    title: 'Write the decision down before the meeting ends',
    why: 'We leave agreed and arrive with two versions of it.',
    measure: { kind: 'text', text: 'A month without anybody asking what was decided' },
    visibility: 'coach',
    notes: [{ daysAgo: 8, text: 'Two weeks. Bruno now asks for the sentence before I offer it.' }],
  },
  {
    title: 'One walk a week without the phone',
    why: 'My best ideas of this year came on the way to the dentist.',
    measure: { kind: 'number', unit: 'walks', from: 0, to: 10 },
    visibility: 'private',
    notes: [{ daysAgo: 19, text: 'Four. I forgot the last two Fridays.', value: 4 }],
  },
];

/** Who has nothing open in any program, nor an aim of their own: they, too, have something to come home to. */
export function aimsOfTheRest(rows: OrganisationRows): ObjectiveText[] {
  const busy = new Set([
    ...rows.enrolments.flatMap(({ userId, state }) =>
      ['invited', 'choosing', 'active', 'ready_to_finish'].includes(state) ? [userId] : [],
    ),
    ...rows.objectives.map(({ ownerId }) => ownerId),
  ]);
  const rest = rows.users.filter(({ id }) => !busy.has(id));
  return rest.map(({ id }, index) => {
    const aim = aims[index % aims.length] as Aim;
    return {
      ...aim,
      ownerId: id,
      state: 'active',
      createdDaysAgo: 30 + (index % 5),
      // What is written about regularly comes to its end in a few days.
      dueInDays: aim.visibility === 'private' ? 40 : 2 + (index % 5),
    };
  });
}
