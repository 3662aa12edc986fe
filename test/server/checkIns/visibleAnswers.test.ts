import fc from 'fast-check';
import { type CheckInAnswers, checkInReaders } from '#contract/learning/checkIns.ts';
import { meanMood } from '#server/learning/checkIns/teamCheckIns.ts';
import { type ReaderRelation, visibleAnswers } from '#server/learning/checkIns/visibleAnswers.ts';

const READ_BY: Record<ReaderRelation, string[]> = {
  manager: ['manager', 'manager-and-coach'],
  coach: ['coach', 'manager-and-coach'],
};
const readers = fc.constantFrom(...checkInReaders);
const rating = fc.option(fc.integer({ min: 1, max: 5 }));
let n = 0;
/** A text that occurs only once. */
const text = fc.constant(null).map(() => `text-${++n}-end`);
const part = fc.record({ text, readers });
const answers: fc.Arbitrary<CheckInAnswers> = fc.record({
  mood: fc.record({ value: rating, readers }),
  workload: fc.record({ value: rating, readers }),
  objectives: fc.record({
    notes: fc.array(fc.record({ objectiveId: fc.constantFrom('seen', 'unseen'), text, value: rating }), {
      maxLength: 3,
    }),
    readers,
  }),
  practice: fc.record({ count: rating, text, readers }),
  win: part,
  blocker: part,
  question: fc.option(fc.record({ questionId: fc.constant('q'), text, readers })),
});
const relations = fc.constantFrom<ReaderRelation[]>([], ['manager'], ['coach'], ['manager', 'coach']);
const context = {
  questions: new Map([['q', { text: 'What helps?' }]]),
  objectives: new Map([['seen', { objectiveId: 'seen', title: 'Seen', measure: null, isPrivate: false }]]),
};

it('shows a reader exactly the parts that are shared with them, and no trace of the other parts', () => {
  fc.assert(
    fc.property(answers, relations, (stored, having) => {
      const shown = visibleAnswers(stored, having, context);
      const json = JSON.stringify(shown);
      for (const [name, one] of Object.entries(stored)) {
        const isShared = one !== null && having.some((relation) => READ_BY[relation].includes(one.readers));
        expect([name, shown[name as keyof typeof shown] !== null]).toEqual([name, isShared]);
        const texts = one === null ? [] : (JSON.stringify(one).match(/text-\d+-end/g) ?? []);
        if (!isShared) for (const each of texts) expect(json).not.toContain(each);
      }
      for (const { objectiveId, text: note } of stored.objectives.notes)
        if (objectiveId === 'unseen') expect(json).not.toContain(note);
      expect(json).not.toContain('readers');
    }),
  );
});

it('does not reveal whether an unshared part was answered', () => {
  const stored = (over: Partial<CheckInAnswers>) =>
    visibleAnswers(
      {
        mood: { value: null, readers: 'only-me' },
        workload: { value: null, readers: 'only-me' },
        objectives: { notes: [], readers: 'only-me' },
        practice: { count: null, text: '', readers: 'only-me' },
        win: { text: '', readers: 'only-me' },
        blocker: { text: '', readers: 'only-me' },
        question: null,
        ...over,
      },
      ['manager'],
      context,
    );
  expect(stored({ blocker: { text: 'My manager', readers: 'only-me' } })).toEqual(stored({}));
});

it('has no team mean below the smallest group', () => {
  const moods = (...values: (number | null)[]) => values.map((mood) => ({ mood }));
  expect(meanMood(moods(4, 3, null, null), 3)).toBeNull();
  expect(meanMood(moods(4, 3, 3, null), 3)).toEqual({ mean: 3.3, answers: 3 });
  expect(meanMood([], 3)).toBeNull();
});
