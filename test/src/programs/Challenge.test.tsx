import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Answers, ChallengeForLearners, ChallengeResult } from '#contract/learning/challenges.ts';
import type { Step } from '#contract/learning/steps.ts';
import { AUTOSAVE_MS } from '#src/forms/useAutosave.ts';
import { chooseIn, pathThrough } from '#src/programs/challenge/answers.ts';
import { ChallengeStep } from '#src/programs/challenge/ChallengeStep.tsx';
import ProgramPage from '#src/programs/program/ProgramPage.tsx';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { aProgram, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

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
  start: 'start',
  places: [
    {
      key: 'start',
      text: 'Ana is late.',
      choices: [
        { key: 'ask', text: 'Ask', to: 'talk' },
        { key: 'tell', text: 'Tell', to: 'silence' },
      ],
    },
    { key: 'talk', text: 'She tells you why.', choices: [{ key: 'more', text: 'Ask more', to: 'end' }] },
    { key: 'silence', text: 'She says nothing.', choices: [{ key: 'sorry', text: 'Apologise', to: 'talk' }] },
    { key: 'end', text: 'You agree on a plan.', choices: [] },
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
        reopened: null,
        upgrade: null,
        proposals: [],
        steps: [step],
        can: { complete: false, upgrade: false },
      },
    ],
  });
const stepPath = `/api/programs/${PROGRAM_ID}/steps/try`;
const draftKey = `challenge/${PROGRAM_ID}/try/1`;

async function openStep(step: Step, answers: Record<string, Answer> = {}) {
  const shown = show(
    <Routes>
      <Route path="/program/:programId" element={<ProgramPage />} />
    </Routes>,
    {
      client: {
        at: `/program/${PROGRAM_ID}`,
        answers: { [`GET /api/programs/${PROGRAM_ID}`]: () => json(programWith(step)), ...answers },
      },
    },
  );
  await screen.findByRole('button', { name: 'Try yourself', expanded: true }); // the next step is expanded
  return shown;
}

it('submits a quiz and explains correct and incorrect answers', async () => {
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
  const { user } = await openStep(aStep(quiz), {
    [`PUT ${stepPath}/answers`]: () => json({ savedAt: '2026-11-21T10:00:00.000Z', reasons: {} }),
    [`POST ${stepPath}/attempts`]: async (request) => {
      sent.push((await request.json()) as Answers);
      const work = { answers: { q1: ['a'] }, attempts: 1, savedAt: result.at, result };
      return json(programWith(aStep(quiz, { state: 'started', work })));
    },
  });
  await user.click(screen.getByRole('radio', { name: 'Is it done?' }));
  await user.click(screen.getByRole('button', { name: 'Finish challenge' }));
  const shown = await screen.findByRole('region', { name: 'Your result' });
  expect(sent).toEqual([{ answers: { q1: ['a'] } }]);
  await waitFor(() =>
    expect(within(shown).getByRole('heading', { name: /^Not passed yet 0% 0 of 1 correct\./ })).toHaveFocus(),
  );
  expect(shown).toHaveTextContent('It can be answered with yes.');
  expect(shown).toHaveTextContent('Correct answer: What is in the way?');
  const step = shown.closest('li') as HTMLElement;
  await user.click(within(step).getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('radio', { name: 'Is it done?' })).not.toBeChecked();
});

it('submits once if it is submitted again while a save is running', async () => {
  const save = Promise.withResolvers<void>();
  let submissions = 0;
  const { user } = await openStep(aStep(quiz), {
    [`PUT ${stepPath}/answers`]: async () => {
      await save.promise;
      return json({ savedAt: '2026-11-21T10:00:00.000Z', reasons: {} });
    },
    [`POST ${stepPath}/attempts`]: () => {
      submissions += 1;
      return problem(503, 'unavailable');
    },
  });
  await user.click(screen.getByRole('radio', { name: 'Is it done?' }));
  const finish = screen.getByRole('button', { name: 'Finish challenge' });
  finish.focus();
  await user.keyboard('{Enter}');
  expect(finish).toHaveAttribute('aria-busy', 'true');
  await user.keyboard('{Enter}');
  save.resolve();
  expect(await screen.findByText('The answers were not submitted')).toBeVisible();
  await waitFor(() => expect(finish).not.toHaveAttribute('aria-busy'));
  expect(submissions).toBe(1);
});

it('says that a step stays done after a later attempt that was not passed', () => {
  const result: ChallengeResult = {
    score: 50,
    isPassed: false,
    at: '2026-11-21T10:00:00.000Z',
    items: [
      {
        key: 'q1',
        isRight: false,
        reasons: [
          { key: 'a', isRight: true, wasTaken: true, text: 'It leaves room.' },
          { key: 'b', isRight: true, wasTaken: false, text: 'It invites.' },
        ],
      },
      // A question of the version in which the learner answered.
      { key: 'removed', isRight: true, reasons: [] },
    ],
  };
  const work = { answers: { q1: ['a'] }, attempts: 2, savedAt: result.at, result };
  const step = aStep(quiz, { state: 'done', doneAt: '2026-11-20T10:00:00.000Z', work });
  show(<ChallengeStep programId={PROGRAM_ID} version={1} step={step} challenge={quiz} isNext={false} />);
  const shown = screen.getByRole('region', { name: 'Your result' });
  expect(shown).toHaveTextContent('Last attempt not passed');
  expect(shown).toHaveTextContent('You passed an earlier attempt, so this step stays done.');
  expect(shown).toHaveTextContent('Correct answer that you missed:');
  expect(shown).not.toHaveTextContent('removed');
});

it('shows the reason for a choice immediately, and removes it when the choice changes', async () => {
  const sent: Answers[] = [];
  const texts: Record<string, { isRight: boolean; text: string }> = {
    a: { isRight: false, text: 'It can be answered with yes.' },
    b: { isRight: true, text: 'It leaves room.' },
  };
  const { user } = await openStep(aStep(quiz), {
    [`PUT ${stepPath}/answers`]: async (request) => {
      const body = (await request.json()) as Answers;
      sent.push(body);
      const [key = ''] = body.answers.q1 ?? [];
      return json({ savedAt: '2026-11-21T10:00:00.000Z', reasons: { q1: [{ key, ...texts[key] }] } });
    },
  });
  await user.click(screen.getByRole('radio', { name: 'Is it done?' }));
  expect(await screen.findByText('It can be answered with yes.', { exact: false })).toHaveTextContent(
    'Not correct.',
  );
  await user.click(screen.getByRole('radio', { name: 'What is in the way?' }));
  expect(screen.queryByText('It can be answered with yes.', { exact: false })).not.toBeInTheDocument();
  expect(await screen.findByText('It leaves room.', { exact: false })).toHaveTextContent('Correct.');
  expect(sent).toEqual([{ answers: { q1: ['a'] } }, { answers: { q1: ['b'] } }]);
});

it('sorts cards with the keyboard, and leads to the first card without a group before anything is sent', async () => {
  const { user, client } = await openStep(aStep(sort), {});
  const first = screen.getByRole('group', { name: 'What else?' });
  within(first).getByRole('radio', { name: 'Open' }).focus();
  await user.keyboard(' ');
  expect(screen.getByText('1 of 2 cards left to sort')).toBeInTheDocument();
  screen.getByRole('button', { name: 'Finish challenge' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Some questions are not answered yet.');
  const second = screen.getByRole('group', { name: 'Did you?' });
  expect(second).toHaveAccessibleDescription('Not answered yet');
  expect(within(second).getByRole('radio', { name: 'Open' })).toHaveFocus();
  await user.keyboard(' ');
  expect(second).not.toHaveAccessibleDescription();
  expect(client.api.asked(`POST ${stepPath}/attempts`)).toBe(0);
});

it('marks the questions that the server refuses', async () => {
  const { user } = await openStep(aStep(quiz), {
    [`PUT ${stepPath}/answers`]: () => json({ savedAt: '2026-11-21T10:00:00.000Z', reasons: {} }),
    [`POST ${stepPath}/attempts`]: () =>
      json(
        {
          code: 'not-possible',
          message: 'The challenge has changed. Reload the page and answer it again.',
          requestId: 'r-1',
          fields: { 'answers.q1': 'is not one of the options' },
        },
        422,
      ),
  });
  await user.click(screen.getByRole('radio', { name: 'Is it done?' }));
  await user.click(screen.getByRole('button', { name: 'Finish challenge' }));
  expect(await screen.findByText(/^The challenge has changed/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Is it done?' })).toHaveFocus();
});

it('fills in sentences, marks the empty blank, and shows the right answer with its reason', async () => {
  const fill: ChallengeForLearners = {
    kind: 'fill',
    passAt: 50,
    task: 'Complete the sentences',
    gaps: [
      { key: 'b1', text: 'Ask an ___ question.' },
      { key: 'b2', text: '____ first.' },
    ],
  };
  const result: ChallengeResult = {
    score: 0,
    isPassed: false,
    at: '2026-11-21T10:00:00.000Z',
    items: [
      {
        key: 'b1',
        isRight: false,
        reasons: [
          { key: 'closed', isRight: false, wasTaken: true, text: 'Yes or no answers it.' },
          { key: 'open', isRight: true, wasTaken: false, text: 'It invites.' },
        ],
      },
    ],
  };
  const { user } = await openStep(aStep(fill), {
    [`POST ${stepPath}/attempts`]: async (request) => {
      const { answers } = (await request.json()) as Answers;
      const work = { answers, attempts: 1, savedAt: result.at, result };
      return json(programWith(aStep(fill, { state: 'started', work })));
    },
  });
  await user.type(screen.getByRole('textbox', { name: 'Blank 1: Ask an … question.' }), 'closed');
  await user.click(screen.getByRole('button', { name: 'Finish challenge' }));
  const second = screen.getByRole('textbox', { name: 'Blank 2: … first.' });
  await waitFor(() => expect(second).toHaveAccessibleDescription('Not filled in yet'));
  expect(second).toHaveFocus();
  await user.type(second, 'Listen{Enter}');
  const shown = await screen.findByRole('region', { name: 'Your result' });
  expect(shown).toHaveTextContent('Your answer (incorrect): closedYes or no answers it.');
  expect(shown).toHaveTextContent('Correct answer: openIt invites.');
});

describe('answers that are not submitted', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it('are saved automatically; if that fails, they are kept in the browser and can be saved again', async () => {
    const sent: unknown[] = [];
    let isDown = true;
    const { user, client } = await openStep(aStep(quiz), {
      [`PUT ${stepPath}/answers`]: async (request) => {
        sent.push(await request.json());
        return isDown
          ? problem(503, 'unavailable')
          : json({ savedAt: '2026-11-21T10:00:00.000Z', reasons: {} });
      },
    });
    await user.click(screen.getByRole('radio', { name: 'What is in the way?' }));
    await act(() => jest.advanceTimersByTimeAsync(AUTOSAVE_MS));
    expect(await screen.findByText(/Answers not saved/)).toBeInTheDocument();
    expect(selectDraft(client.state(), draftKey)).toBe('{"q1":["b"]}');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Retry saving' }));
    await waitFor(() => expect(screen.getByText('Answers saved')).toBeInTheDocument());
    expect(sent).toEqual([{ answers: { q1: ['b'] } }, { answers: { q1: ['b'] } }]);
  });
});

it('follows the choices of a scenario and removes answers of an abandoned path', () => {
  const silent = chooseIn(scenario, {}, 'start', 'tell');
  const talking = chooseIn(scenario, silent, 'silence', 'sorry');
  expect(pathThrough(scenario, talking).map(({ key }) => key)).toEqual(['start', 'silence', 'talk']);
  const back = chooseIn(scenario, talking, 'start', 'ask');
  expect(back).toEqual({ start: ['ask'] });
  expect(pathThrough(scenario, chooseIn(scenario, back, 'talk', 'more')).map(({ key }) => key)).toEqual([
    'start',
    'talk',
    'end',
  ]);
});

it('shows what unlocks a locked step', async () => {
  const lock = { reason: 'Do “Read why” first.', stepKeys: ['read'] };
  await openStep(aStep(quiz, { lock, can: { record: false } }));
  expect(screen.getByText('Do “Read why” first.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Finish challenge' })).not.toBeInTheDocument();
});
