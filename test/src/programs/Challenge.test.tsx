import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Answers, ChallengeForLearners, ChallengeResult } from '#contract/challenges.ts';
import type { Step } from '#contract/steps.ts';
import { chooseIn, pathThrough } from '#src/programs/challenge/answers.ts';
import { AUTOSAVE_MS } from '#src/programs/challenge/useAutosave.ts';
import ProgramPage from '#src/programs/ProgramPage.tsx';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { aProgram, PROGRAM_ID, TOPIC_ID } from '../../fixtures/programs.ts';
import { type Answer, json, problem } from '../../support/fakeApi.ts';
import { show } from '../support/show.tsx';

const quiz: ChallengeForLearners = {
  kind: 'quiz',
  passAt: 60,
  questions: [
    {
      key: 'q1',
      text: 'Which is an open question?',
      kind: 'single',
      options: [
        { key: 'a', text: 'Is it done?' },
        { key: 'b', text: 'What is in the way?' },
      ],
    },
  ],
};
const sort: ChallengeForLearners = {
  kind: 'sort',
  passAt: 50,
  task: 'Open or closed?',
  groups: [
    { key: 'open', text: 'Open' },
    { key: 'closed', text: 'Closed' },
  ],
  cards: [
    { key: 'c1', text: 'What else?' },
    { key: 'c2', text: 'Did you?' },
  ],
};
const scenario: Extract<ChallengeForLearners, { kind: 'scenario' }> = {
  kind: 'scenario',
  passAt: 50,
  start: 'door',
  places: [
    {
      key: 'door',
      text: 'Ana is late.',
      choices: [
        { key: 'ask', text: 'Ask', to: 'talk' },
        { key: 'tell', text: 'Tell', to: 'wall' },
      ],
    },
    { key: 'talk', text: 'She tells you why.', choices: [{ key: 'more', text: 'Ask more', to: 'end' }] },
    { key: 'wall', text: 'She says nothing.', choices: [{ key: 'sorry', text: 'Begin anew', to: 'talk' }] },
    { key: 'end', text: 'You part as friends.', choices: [] },
  ],
};
const aStep = (challenge: ChallengeForLearners, over: Partial<Step> = {}): Step => ({
  stepKey: 'try',
  title: 'Try yourself',
  kind: 'challenge',
  minutes: 5,
  required: true,
  body: '',
  state: 'none',
  doneAt: null,
  tally: null,
  answer: null,
  challenge,
  work: null,
  lock: null,
  waived: null,
  can: { record: true },
  ...over,
});
const programWith = (step: Step) =>
  aProgram({
    topics: [
      {
        topicId: TOPIC_ID,
        title: 'Asking',
        behaviorName: 'Asks',
        description: '',
        minutes: 5,
        version: 1,
        state: 'in_progress',
        completedAt: null,
        why: null,
        ifThenPlan: null,
        confirmation: null,
        returned: null,
        upgrade: null,
        proposals: [],
        steps: [step],
        can: { complete: false, upgrade: false },
      },
    ],
  });
const step = `/api/programs/${PROGRAM_ID}/steps/try`;
const draftKey = `challenge/${PROGRAM_ID}/try`;

async function open(of: Step, answers: Record<string, Answer> = {}) {
  const shown = show(
    <Routes>
      <Route path="/program/:programId" element={<ProgramPage />} />
    </Routes>,
    {
      client: {
        at: `/program/${PROGRAM_ID}`,
        answers: { [`GET /api/programs/${PROGRAM_ID}`]: () => json(programWith(of)), ...answers },
      },
    },
  );
  await shown.user.click(await screen.findByRole('button', { name: 'Try yourself' }));
  return shown;
}

it('hands in a quiz and gives the reason for what was right and what was not', async () => {
  const sent: Answers[] = [];
  const result: ChallengeResult = {
    score: 0,
    isPassed: false,
    at: '2026-11-21T10:00:00.000Z',
    items: [
      {
        key: 'q1',
        isRight: false,
        reasons: [
          { key: 'a', isRight: false, wasTaken: true, text: 'It can be answered with yes.' },
          { key: 'b', isRight: true, wasTaken: false, text: 'It leaves room.' },
        ],
      },
    ],
  };
  const { user } = await open(aStep(quiz), {
    [`PUT ${step}/answers`]: () => json({ savedAt: '2026-11-21T10:00:00.000Z' }),
    [`POST ${step}/attempts`]: async (request) => {
      sent.push((await request.json()) as Answers);
      const work = { answers: { q1: ['a'] }, attempts: 1, savedAt: result.at, result };
      return json(programWith(aStep(quiz, { state: 'started', work })));
    },
  });
  await user.click(screen.getByRole('radio', { name: 'Is it done?' }));
  await user.click(screen.getByRole('button', { name: 'Hand in' }));
  const shown = await screen.findByRole('region', { name: 'Your result' });
  expect(sent).toEqual([{ answers: { q1: ['a'] } }]);
  expect(shown).toHaveTextContent('Not passed yet');
  expect(shown).toHaveTextContent('It can be answered with yes.');
  expect(shown).toHaveTextContent('Right would be: What is in the way?');
  await user.click(screen.getByRole('button', { name: 'Try it again' }));
  expect(screen.getByRole('radio', { name: 'Is it done?' })).not.toBeChecked();
});

it('is sorted with the keyboard alone, and says which card has no place yet', async () => {
  const { user } = await open(aStep(sort), {
    [`POST ${step}/attempts`]: () =>
      json(
        {
          code: 'not-possible',
          message: 'Not everything is answered yet. Your answers are kept.',
          requestId: 'r-1',
          fields: { 'answers.c2': 'is missing' },
        },
        422,
      ),
  });
  const first = screen.getByRole('group', { name: 'What else?' });
  within(first).getByRole('radio', { name: 'Open' }).focus();
  await user.keyboard(' ');
  expect(screen.getByText('1 of 2 cards to place')).toBeInTheDocument();
  await user.tab();
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  screen.getByRole('button', { name: 'Hand in' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/Your answers are kept/)).toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Did you?' })).toHaveAccessibleDescription('Not answered yet');
});

describe('what is answered', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it('is saved by itself; what cannot be saved is kept here and saved on demand', async () => {
    const sent: unknown[] = [];
    let isDown = true;
    const { user, client } = await open(aStep(quiz), {
      [`PUT ${step}/answers`]: async (request) => {
        sent.push(await request.json());
        return isDown ? problem(503, 'unavailable') : json({ savedAt: '2026-11-21T10:00:00.000Z' });
      },
    });
    await user.click(screen.getByRole('radio', { name: 'What is in the way?' }));
    await act(() => jest.advanceTimersByTimeAsync(AUTOSAVE_MS));
    expect(await screen.findByText(/Not saved yet/)).toBeInTheDocument();
    expect(selectDraft(client.state(), draftKey)).toBe('{"q1":["b"]}');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(screen.getByText('Your answers are saved')).toBeInTheDocument());
    expect(sent).toEqual([{ answers: { q1: ['b'] } }, { answers: { q1: ['b'] } }]);
  });
});

it('leads through a scenario by what is chosen, and forgets the way that was left', () => {
  const left = chooseIn(scenario, {}, 'door', 'tell');
  const there = chooseIn(scenario, left, 'wall', 'sorry');
  expect(pathThrough(scenario, there).map(({ key }) => key)).toEqual(['door', 'wall', 'talk']);
  const back = chooseIn(scenario, there, 'door', 'ask');
  expect(back).toEqual({ door: ['ask'] });
  expect(pathThrough(scenario, chooseIn(scenario, back, 'talk', 'more')).map(({ key }) => key)).toEqual([
    'door',
    'talk',
    'end',
  ]);
});

it('says what unlocks a locked step', async () => {
  const lock = { reason: 'Do “Read why” first.', stepKeys: ['read'] };
  await open(aStep(quiz, { lock, can: { record: false } }));
  expect(screen.getByText('Do “Read why” first.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Hand in' })).not.toBeInTheDocument();
});
