import fc from 'fast-check';
import { type Challenge, challengeForLearnersSchema, challengeSchema } from '#contract/challenges.ts';
import { conversations } from '#server/db/seed/conversations.ts';
import { firstMonths } from '#server/db/seed/firstMonths.ts';
import { hardTalks } from '#server/db/seed/hardTalks.ts';
import { steady } from '#server/db/seed/steady.ts';
import { faultsOf } from '#server/programs/challengeFaults.ts';
import { forLearners, judge, missingAnswers, unknownAnswers } from '#server/programs/challenges.ts';
import { aQuiz } from './growth.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

const choice = (key: string, to: string | null, isGood: boolean) => ({
  key,
  to,
  isGood,
  text: key,
  reason: `because ${key}`,
});
const scenario: Challenge = {
  kind: 'scenario',
  passAt: 60,
  start: 'door',
  places: [
    {
      key: 'door',
      text: 'At the door',
      choices: [choice('open', 'talk', true), choice('wait', 'loop', false)],
    },
    { key: 'talk', text: 'In the talk', choices: [choice('ask', 'end', true), choice('push', 'end', false)] },
    { key: 'loop', text: 'Later', choices: [choice('back', 'door', false)] },
    { key: 'end', text: 'The end', choices: [] },
  ],
};
const sort: Challenge = {
  kind: 'sort',
  passAt: 75,
  task: 'Sort them',
  groups: [
    { key: 'seen', text: 'Seen' },
    { key: 'guessed', text: 'Guessed' },
  ],
  cards: ['a', 'b', 'c', 'd'].map((key, index) => ({
    key,
    text: key,
    group: index % 2 === 0 ? 'seen' : 'guessed',
    reason: `because ${key}`,
  })),
};

describe('a scenario', () => {
  it('asks only what lies on the way that was taken, and judges only that', () => {
    expect(missingAnswers(scenario, {})).toEqual({ 'answers.door': 'is not answered' });
    expect(missingAnswers(scenario, { door: ['open'] })).toEqual({ 'answers.talk': 'is not answered' });
    const answers = { door: ['open'], talk: ['push'], loop: ['back'] };
    expect(missingAnswers(scenario, answers)).toEqual({});
    expect(judge(scenario, answers, NOW)).toMatchObject({
      score: 50,
      isPassed: false,
      items: [
        { key: 'door', isRight: true, reasons: [{ key: 'open', text: 'because open' }] },
        { key: 'talk', isRight: false, reasons: [{ key: 'push', wasTaken: true }] },
      ],
    });
  });

  it('that comes round to where it was ends there', () => {
    expect(judge(scenario, { door: ['wait'], loop: ['back'] }, NOW)).toMatchObject({
      score: 0,
      items: [{}, {}],
    });
  });
});

describe('a sort', () => {
  it('gives the reason and the right group for each card, and passes from its score on', () => {
    const result = judge(sort, { a: ['seen'], b: ['guessed'], c: ['seen'], d: ['seen'] }, NOW);
    expect(result).toMatchObject({ score: 75, isPassed: true });
    expect(result.items[3]).toEqual({
      key: 'd',
      isRight: false,
      reasons: [{ key: 'guessed', isRight: true, wasTaken: false, text: 'because d' }],
    });
  });
});

it.each([aQuiz, scenario, sort])('never sends a learner of a $kind what is right or why', (challenge) => {
  const sent = forLearners(challenge);
  expect(challengeForLearnersSchema.safeParse(sent).success).toBe(true);
  expect(JSON.stringify(sent)).not.toMatch(/isRight|isGood|reason|"group":/);
});

it.each([aQuiz, scenario, sort])(
  'takes any answers to a $kind without failing, and a score is a share',
  (challenge) => {
    const key = fc.constantFrom('q1', 'door', 'a', 'constructor', 'toString', 'x');
    const chosen = fc.array(fc.constantFrom('ask', 'open', 'seen', 'valueOf', 'x'), { maxLength: 4 });
    fc.assert(
      fc.property(fc.dictionary(key, chosen), (answers) => {
        const { score, isPassed } = judge(challenge, answers, NOW);
        expect(0 <= score && score <= 100).toBe(true);
        expect(isPassed).toBe(score >= challenge.passAt);
        for (const name of [
          ...Object.keys(unknownAnswers(challenge, answers)),
          ...Object.keys(missingAnswers(challenge, answers)),
        ])
          expect(name).toMatch(/^answers\./);
      }),
    );
  },
);

it('names what an author has to mend', () => {
  const broken = structuredClone(scenario);
  if (broken.kind !== 'scenario') throw new Error('It is a scenario');
  broken.start = 'nowhere';
  broken.places[0]!.choices[0]!.to = 'nowhere';
  expect(faultsOf(broken)).toEqual({ start: 'is no place', 'places.0.choices': 'leads to no place' });
  expect(faultsOf(scenario)).toEqual({});
});

it('can be played to the end and passed in every challenge of the demo library', () => {
  const challenges = [conversations, firstMonths, steady, hardTalks].flatMap(({ topics }) =>
    topics.flatMap(({ steps, newer }) =>
      [...steps, ...(newer?.steps ?? [])].flatMap(({ challenge }) => challenge ?? []),
    ),
  );
  expect(new Set(challenges.map(({ kind }) => kind))).toEqual(new Set(['quiz', 'scenario', 'sort']));
  for (const challenge of challenges) {
    expect(challengeSchema.safeParse(challenge).success).toBe(true);
    expect(faultsOf(challenge)).toEqual({});
    const right =
      challenge.kind === 'quiz'
        ? challenge.questions.map(({ key, options }) => [
            key,
            options.filter(({ isRight }) => isRight).map((one) => one.key),
          ])
        : challenge.kind === 'sort'
          ? challenge.cards.map(({ key, group }) => [key, [group]])
          : challenge.places.flatMap(({ key, choices }) => {
              const good = choices.find(({ isGood }) => isGood);
              return good ? [[key, [good.key]]] : [];
            });
    const answers = Object.fromEntries(right);
    expect(missingAnswers(challenge, answers)).toEqual({});
    expect(judge(challenge, answers, NOW)).toMatchObject({ score: 100, isPassed: true });
  }
});
