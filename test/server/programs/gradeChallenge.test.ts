import fc from 'fast-check';
import {
  type Challenge,
  challengeForLearnersSchema,
  challengeSchema,
} from '#contract/learning/challenges.ts';
import {
  gradeChallenge,
  missingAnswers,
  reasonsOf,
  unknownAnswers,
  withoutSolutions,
} from '#contract/learning/gradeChallenge.ts';
import { workingUnderPressure } from '#server/db/seed/workingUnderPressure.ts';
import { validateChallenge } from '#server/learning/programs/authoring/validateChallenge.ts';
import { clearCommunication } from '#server/learning/programs/templates/clearCommunication.ts';
import { difficultConversations } from '#server/learning/programs/templates/difficultConversations.ts';
import { newTeamLeads } from '#server/learning/programs/templates/newTeamLeads.ts';
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
const fill: Extract<Challenge, { kind: 'fill' }> = {
  kind: 'fill',
  passAt: 50,
  task: 'Complete them',
  gaps: [
    {
      key: 'a',
      text: 'Ask an ___ question.',
      accepted: [
        { key: 'a1', text: 'open' },
        { key: 'a2', text: 'open-ended' },
      ],
      reason: 'because it invites',
      mistakes: [{ key: 'a3', text: 'closed', reason: 'because yes or no answers it' }],
      otherwise: 'because it does not invite',
    },
    {
      key: 'q1',
      text: 'It’s a ___ of feedback.',
      accepted: [{ key: 'a1', text: "Résumé d'équipe" }],
      reason: 'because of q1',
      mistakes: [],
      otherwise: 'because it is not',
    },
  ],
};

describe('a scenario', () => {
  it('requires and grades only the scenes that the answers lead to', () => {
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

  it('ends when a scene repeats', () => {
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

describe('sentences to fill in', () => {
  const answers = { a: [' OPEN-Ended '], q1: ['resume  d’Équipe'] };

  it('accept each variant, ignoring case, accents, apostrophes and spaces', () => {
    expect(gradeChallenge(fill, answers, NOW)).toMatchObject({
      score: 100,
      items: [
        { isRight: true, reasons: [{ key: 'OPEN-Ended', wasTaken: true, text: 'because it invites' }] },
        { isRight: true },
      ],
    });
  });

  it('explain known mistakes, other wrong answers and right answers, and give a partial score', () => {
    const known = gradeChallenge(fill, { ...answers, a: ['Closed'] }, NOW);
    expect(known).toMatchObject({ score: 50, isPassed: true });
    expect(known.items[0]!.reasons).toEqual([
      { key: 'Closed', isRight: false, wasTaken: true, text: 'because yes or no answers it' },
      { key: 'open', isRight: true, wasTaken: false, text: 'because it invites' },
    ]);
    const other = gradeChallenge(fill, { ...answers, a: ['opened'] }, NOW);
    expect(other.items[0]!.reasons[0]!.text).toBe('because it does not invite');
  });

  it('need exactly one answer for each blank', () => {
    expect(missingAnswers(fill, { a: ['  '] })).toEqual({
      'answers.a': 'is not answered',
      'answers.q1': 'is not answered',
    });
    expect(unknownAnswers(fill, { ...answers, x: ['a'], a: ['b', 'c'] })).toEqual({
      'answers.x': 'is not part of this challenge',
      'answers.a': 'allows only one answer',
    });
  });

  it('need exactly one blank each and different answers', () => {
    const broken = structuredClone(fill);
    const [first, second] = broken.gaps;
    first!.mistakes[0]!.text = 'Öpen';
    first!.text = 'No blank';
    second!.text = '___ and ___';
    expect(validateChallenge(fill)).toEqual({});
    expect(validateChallenge(broken)).toEqual({
      'gaps.0.text': 'needs exactly 1 blank, written as ___',
      'gaps.0.mistakes.0.text': 'is the same as another answer',
      'gaps.1.text': 'needs exactly 1 blank, written as ___',
    });
  });
});

it.each([aQuiz, scenario, sort, fill])('never sends learners the solution of a $kind', (challenge) => {
  const sent = withoutSolutions(challenge);
  expect(challengeForLearnersSchema.safeParse(sent).success).toBe(true);
  expect(JSON.stringify(sent)).not.toMatch(
    /isRight|isGood|reason|"group":|accepted|mistakes|otherwise|because/,
  );
});

it.each([aQuiz, scenario, sort, fill])('grades any answers to a $kind without failing', (challenge) => {
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

it('gives the reasons for chosen answers, and nothing about other answers', () => {
  expect(reasonsOf(scenario, { door: ['open'], loop: ['back'] })).toEqual({
    door: [{ key: 'open', isRight: true, text: 'because open' }],
  });
  expect(reasonsOf(sort, { a: ['guessed'], b: ['guessed'] })).toEqual({
    a: [{ key: 'guessed', isRight: false, text: 'because a' }],
    b: [{ key: 'guessed', isRight: true, text: 'because b' }],
  });
  expect(reasonsOf(fill, { a: ['Closed'] })).toEqual({
    a: [{ key: 'Closed', isRight: false, text: 'because yes or no answers it' }],
  });
  expect(JSON.stringify(reasonsOf(fill, { a: ['Closed'] }))).not.toContain('open');
  expect(reasonsOf(fill, { a: [' '] })).toEqual({});
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
    const answers = rightAnswers(challenge);
    expect(missingAnswers(challenge, answers)).toEqual({});
    expect(gradeChallenge(challenge, answers, NOW)).toMatchObject({ score: 100, isPassed: true });
  }
});

function rightAnswers(challenge: Challenge): Record<string, string[]> {
  switch (challenge.kind) {
    case 'quiz':
      return Object.fromEntries(
        challenge.questions.map(({ key, options }) => [
          key,
          options.filter(({ isRight }) => isRight).map((one) => one.key),
        ]),
      );
    case 'scenario':
      return Object.fromEntries(
        challenge.places.flatMap(({ key, choices }) => {
          const good = choices.find(({ isGood }) => isGood);
          return good ? [[key, [good.key]]] : [];
        }),
      );
    case 'sort':
      return Object.fromEntries(challenge.cards.map(({ key, group }) => [key, [group]]));
    case 'fill':
      return Object.fromEntries(challenge.gaps.map(({ key, accepted }) => [key, [accepted[0]!.text]]));
  }
}
