import fc from 'fast-check';
import {
  type Challenge,
  challengeForLearnersSchema,
  challengeSchema,
} from '#contract/learning/challenges.ts';
import {
  gradeChallenge,
  missingAnswers,
  unknownAnswers,
  withoutSolutions,
} from '#contract/learning/gradeChallenge.ts';
import { clearCommunication } from '#server/db/seed/programs/clearCommunication.ts';
import { difficultConversations } from '#server/db/seed/programs/difficultConversations.ts';
import { newTeamLeads } from '#server/db/seed/programs/newTeamLeads.ts';
import { workingUnderPressure } from '#server/db/seed/programs/workingUnderPressure.ts';
import { validateChallenge } from '#server/learning/programs/authoring/validateChallenge.ts';
import { aQuiz } from './programsApi.ts';

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
  it('requires and grades only the places that the answers lead to', () => {
    expect(missingAnswers(scenario, {})).toEqual({ 'answers.door': 'is not answered' });
    expect(missingAnswers(scenario, { door: ['open'] })).toEqual({ 'answers.talk': 'is not answered' });
    const answers = { door: ['open'], talk: ['push'], loop: ['back'] };
    expect(missingAnswers(scenario, answers)).toEqual({});
    expect(gradeChallenge(scenario, answers, NOW)).toMatchObject({
      score: 50,
      isPassed: false,
      items: [
        { key: 'door', isRight: true, reasons: [{ key: 'open', text: 'because open' }] },
        { key: 'talk', isRight: false, reasons: [{ key: 'push', wasTaken: true }] },
      ],
    });
  });

  it('ends when a place repeats', () => {
    expect(gradeChallenge(scenario, { door: ['wait'], loop: ['back'] }, NOW)).toMatchObject({
      score: 0,
      items: [{}, {}],
    });
  });
});

describe('a sort', () => {
  it('gives the reason and the correct group of each card, and passes at the required score', () => {
    const result = gradeChallenge(sort, { a: ['seen'], b: ['guessed'], c: ['seen'], d: ['seen'] }, NOW);
    expect(result).toMatchObject({ score: 75, isPassed: true });
    expect(result.items[3]).toEqual({
      key: 'd',
      isRight: false,
      reasons: [{ key: 'guessed', isRight: true, wasTaken: false, text: 'because d' }],
    });
  });
});

it.each([aQuiz, scenario, sort])('never sends learners the solution of a $kind', (challenge) => {
  const sent = withoutSolutions(challenge);
  expect(challengeForLearnersSchema.safeParse(sent).success).toBe(true);
  expect(JSON.stringify(sent)).not.toMatch(/isRight|isGood|reason|"group":/);
});

it.each([aQuiz, scenario, sort])('grades any answers to a $kind without failing', (challenge) => {
  const key = fc.constantFrom('q1', 'door', 'a', 'constructor', 'toString', 'x');
  const chosen = fc.array(fc.constantFrom('ask', 'open', 'seen', 'valueOf', 'x'), { maxLength: 4 });
  fc.assert(
    fc.property(fc.dictionary(key, chosen), (answers) => {
      const { score, isPassed } = gradeChallenge(challenge, answers, NOW);
      expect(0 <= score && score <= 100).toBe(true);
      expect(isPassed).toBe(score >= challenge.passAt);
      for (const name of [
        ...Object.keys(unknownAnswers(challenge, answers)),
        ...Object.keys(missingAnswers(challenge, answers)),
      ])
        expect(name).toMatch(/^answers\./);
    }),
  );
});

it('reports to authors which fields of a challenge are invalid', () => {
  const broken = structuredClone(scenario);
  if (broken.kind !== 'scenario') throw new Error('It is a scenario');
  broken.start = 'nowhere';
  broken.places[0]!.choices[0]!.to = 'nowhere';
  expect(validateChallenge(broken)).toEqual({
    start: 'is not a scene of this scenario',
    'places.0.choices': 'lead to a scene that does not exist',
  });
  expect(validateChallenge(scenario)).toEqual({});
  const key = scenario.kind === 'scenario' ? scenario.places[0]!.key : '';
  const choice = { key: 'back', text: 'Back', to: 'loop', isGood: true, reason: 'Because' };
  const places = [
    { key, text: 'Start', choices: [choice] },
    { key: 'loop', text: 'Loop', choices: [{ ...choice, to: key }] },
    { key: 'end', text: 'End', choices: [] },
  ];
  expect(validateChallenge({ ...broken, start: key, places })).toEqual({
    'places.0': 'leads to no ending',
    'places.1': 'leads to no ending',
    'places.2': 'cannot be reached from the start',
  });
});

it('can pass every challenge of the demo library', () => {
  const challenges = [clearCommunication, newTeamLeads, workingUnderPressure, difficultConversations].flatMap(
    ({ topics }) =>
      topics.flatMap(({ steps, newer }) =>
        [...steps, ...(newer?.steps ?? [])].flatMap(({ challenge }) => challenge ?? []),
      ),
  );
  expect(new Set(challenges.map(({ kind }) => kind))).toEqual(new Set(['quiz', 'scenario', 'sort']));
  for (const challenge of challenges) {
    expect(challengeSchema.safeParse(challenge).success).toBe(true);
    expect(validateChallenge(challenge)).toEqual({});
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
    expect(gradeChallenge(challenge, answers, NOW)).toMatchObject({ score: 100, isPassed: true });
  }
});
