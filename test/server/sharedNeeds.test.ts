import { applyMarks, MAX_PER_KIND } from '#server/home/needs.ts';
import { completionNeeds } from '#server/home/reportNeeds.ts';
import type { RecentCompletion } from '#server/learning/programs/index.ts';

const region = { locale: 'en-US', timeZone: 'UTC' };
const now = new Date('2026-11-27T09:00:00Z');
const TODAY = '2026-11-27';

const completed = (title: string, userId = 7): RecentCompletion => ({
  enrolmentId: `enrolment${userId}`,
  programId: 'program1',
  programName: 'Leading well',
  topicId: title.toLowerCase(),
  userId,
  person: { id: userId, firstName: 'Mei', lastName: 'Tan', avatarId: null },
  title,
  completedAt: now.toISOString(),
});
const keyOf = (topic: string) => `report_completed:enrolment7:${topic}`;
const apply = (titles: string[], marks: { key: string; until: string | null }[]) =>
  applyMarks(
    completionNeeds(
      titles.map((title) => completed(title)),
      { now, region },
    ),
    marks,
    TODAY,
  );

it('shows open needs of the same kind about one person in one row', () => {
  expect(apply(['Listening', 'Feedback'], []).shown).toMatchObject([
    {
      title: 'Mei Tan completed 2 topics',
      reason: '“Listening” and “Feedback”. Prompt recognition helps them keep going.',
      keys: [keyOf('listening'), keyOf('feedback')],
      action: { text: 'Well done on completing “Listening” and “Feedback”, Mei. What helped you most?' },
    },
  ]);
});

it('leaves a need that is done out of the row', () => {
  const { shown, snoozed } = apply(
    ['Delegation', 'Listening', 'Feedback'],
    [
      { key: keyOf('listening'), until: null },
      { key: keyOf('feedback'), until: null },
    ],
  );
  expect(snoozed).toEqual([]);
  expect(shown).toMatchObject([
    {
      title: 'Mei Tan completed “Delegation”',
      reason: expect.stringMatching(/^Completed in Leading well on /),
      keys: [keyOf('delegation')],
      action: { text: 'Well done on completing “Delegation”, Mei. What helped you most?' },
    },
  ]);
});

it('lists snoozed needs in rows of their own, one for each day', () => {
  const { shown, snoozed } = apply(
    ['Delegation', 'Listening', 'Feedback', 'Focus', 'Planning'],
    [
      { key: keyOf('delegation'), until: '2026-11-30' },
      { key: keyOf('listening'), until: '2026-11-28' },
      { key: keyOf('focus'), until: '2026-11-30' },
      { key: keyOf('planning'), until: TODAY },
    ],
  );
  expect(shown.map(({ keys }) => keys)).toEqual([[keyOf('feedback'), keyOf('planning')]]);
  expect(snoozed).toMatchObject([
    {
      title: 'Mei Tan completed 2 topics',
      keys: [keyOf('delegation'), keyOf('focus')],
      snoozedUntil: '2026-11-30',
    },
    { title: 'Mei Tan completed “Listening”', snoozedUntil: '2026-11-28' },
  ]);
});

it('shows the next needs of a kind when the first ones are done', () => {
  const people = Array.from({ length: MAX_PER_KIND + 1 }, (_, at) => completed('Listening', at + 1));
  const needs = completionNeeds(people, { now, region });
  const marks = needs.slice(0, 3).map(({ key }) => ({ key, until: null }));
  expect(applyMarks(needs, [], TODAY).shown).toHaveLength(MAX_PER_KIND);
  expect(applyMarks(needs, marks, TODAY).shown).toHaveLength(MAX_PER_KIND - 2);
});
