import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Why } from '#contract/learning/programs.ts';
import ProgramPage from '#src/programs/program/ProgramPage.tsx';
import { baseApi } from '#store/api/baseApi.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aProgram, aStep, aTopic, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const done = { state: 'done', doneAt: '2026-11-20T09:00:00.000Z' } as const;
const ready = aTopic({ state: 'ready', steps: [aStep(done)], can: { complete: true, upgrade: false } });
const aPerson = (userId: number, firstName: string) => ({
  userId,
  firstName,
  lastName: 'Berg',
  initials: 'B',
  userAvatar: null,
});
const route = `GET /api/programs/${PROGRAM_ID}`;

const open = (
  answers: Record<string, (request: Request) => Response | Promise<Response>>,
  at = `/program/${PROGRAM_ID}`,
) =>
  show(
    <Routes>
      <Route path="/program/:programId" element={<ProgramPage />} />
    </Routes>,
    { client: { at, answers } },
  );

const aCountedStep = (title: string, counts: 'done' | 'waived' | 'open'): Why['counted'][number] => ({
  topicTitle: 'Asking before telling',
  version: 1,
  stepKey: title,
  title,
  counts,
  doneAt: counts === 'done' ? '2026-11-20T09:00:00.000Z' : null,
  waived: counts === 'waived' ? { by: 'Max Berg', reason: 'You taught it last year.' } : null,
});

it('names the if-then plan of a topic as the topic picker does', async () => {
  const topics = [aTopic({ ifThenPlan: 'If I am asked, then I ask back' })];
  open({ [route]: () => json(aProgram({ topics })) });
  expect(await screen.findByText('If I am asked, then I ask back')).toBeInTheDocument();
  expect(screen.getByText('If-then plan')).toBeInTheDocument();
});

it('explains the percentage with the counted steps, and shows why other steps are not counted', async () => {
  const topics = [
    aTopic({
      steps: [
        aStep(done),
        aStep({ stepKey: 'try', title: 'Try it', state: 'waived' }),
        aStep({ stepKey: 'more', title: 'More to read', required: false, ...done }),
        aStep({ stepKey: 'last', title: 'What I leave unsaid' }),
      ],
    }),
    aTopic({
      topicId: 'cccccccccccccccc',
      title: 'Giving feedback',
      state: 'not_selected',
      steps: [aStep({ stepKey: 'x' })],
    }),
  ];
  open({
    [route]: () => json(aProgram({ topics, progress: { done: 2, total: 3, percent: 66 } })),
    [`${route}/why`]: () =>
      json({
        progress: { done: 2, total: 3, percent: 66 },
        counted: [
          aCountedStep('Why questions change the room', 'done'),
          aCountedStep('Try it', 'waived'),
          aCountedStep('What I leave unsaid', 'open'),
        ],
        notCounted: [{ topicTitle: 'Asking', title: 'More to read', because: 'It is optional.' }],
      } satisfies Why),
  });
  const summary = await screen.findByText('How 66% is calculated');
  summary.closest('details')?.setAttribute('open', '');
  const table = await screen.findByRole('table', { name: 'Steps that count towards 66%' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Why questions change the roomDone Nov 20',
    'Try itWaived by Max Berg',
    'What I leave unsaidTo do',
    '2 of 3 steps, rounded down66%',
  ]);
  expect(screen.getByText('1 other step is not counted')).toBeInTheDocument();
  expect(screen.getByText('It is optional.').closest('li')).toHaveTextContent('More to read');
  expect(
    within(screen.getByRole('list', { name: 'Steps: 2 of 3 done' })).getAllByRole('listitem'),
  ).toHaveLength(3);
});

it('completes a topic once even when the button is clicked twice', async () => {
  const completed = aProgram({
    topics: [
      aTopic({
        ...ready,
        state: 'completed',
        completedAt: done.doneAt,
        can: { complete: false, upgrade: false },
      }),
    ],
  });
  const { user, client } = open({
    [route]: () => json(aProgram({ topics: [ready] })),
    [`PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`]: () =>
      json({
        programId: PROGRAM_ID,
        topicId: TOPIC_ID,
        completedAt: done.doneAt,
        allTopicsCompleted: false,
        program: completed,
      }),
  });
  await user.dblClick(await screen.findByRole('button', { name: 'Complete topic' }));
  expect(await screen.findByText(/^Completed/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Complete topic' })).not.toBeInTheDocument();
  expect(client.api.asked(`PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`)).toBe(1);
});

it('marks a step as done once when the button is clicked twice', async () => {
  const record = `PUT /api/programs/${PROGRAM_ID}/steps/read/record`;
  const { user, client } = open({
    [route]: () => json(aProgram({ topics: [aTopic({ steps: [aStep({ required: false })] })] })),
    [record]: async (request) => {
      const { done: isDone } = (await request.json()) as { done: boolean };
      return json(
        aProgram({ topics: [aTopic({ steps: [aStep({ required: false, ...(isDone && done) })] })] }),
      );
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Why questions change the room' }));
  await user.dblClick(screen.getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('Done')).toBeInTheDocument();
  expect(client.api.asked(record)).toBe(1);
});

it('shows how often a step was practised, even beyond its goal', async () => {
  const practice = aStep({ kind: 'practice', ...done, tally: { count: 4, goal: 3 } });
  const { user } = open({ [route]: () => json(aProgram({ topics: [aTopic({ steps: [practice] })] })) });
  expect(await screen.findByText(/^Practice · 4 times \(goal: 3\)/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: practice.title }));
  expect(screen.getByRole('list', { name: `${practice.title}: practised 4 times (goal: 3)` })).toBeVisible();
});

it('says once how often an open practice was done', async () => {
  const practice = aStep({ kind: 'practice', tally: { count: 1, goal: 3 } });
  open({ [route]: () => json(aProgram({ topics: [aTopic({ steps: [practice] })] })) });
  expect(await screen.findByRole('button', { name: 'Log practice' })).toBeInTheDocument();
  expect(screen.getAllByText(/\btimes?\b/)).toHaveLength(1);
});

it('shows next to 100% which topics are not completed', async () => {
  const waiting = aTopic({ topicId: 'c'.repeat(16), state: 'awaiting_confirmation', steps: [aStep(done)] });
  open({ [route]: () => json(aProgram({ topics: [ready, waiting] })) });
  expect(
    await screen.findByText('0 of 2 topics completed. 1 is ready to complete. 1 awaits confirmation.'),
  ).toBeInTheDocument();
});

it('says what a newer version of a topic adds and removes, and that other steps can be different', async () => {
  const upgrade = { version: 2, notes: null, kept: 3, added: ['Try it'], removed: [], done: 1, total: 4 };
  open({
    [route]: () => json(aProgram({ topics: [aTopic({ upgrade, can: { complete: false, upgrade: true } })] })),
  });
  const summary = await screen.findByText('A newer version of this topic is available');
  expect(summary.closest('details')).toHaveTextContent(
    '3 steps stay. Their content can be different.New steps: Try it.',
  );
});

it('shows who reopened a topic and why', async () => {
  const reopened = { by: 'Max Berg', reason: 'The result was different', at: done.doneAt };
  open({ [route]: () => json(aProgram({ topics: [{ ...ready, reopened }] })) });
  expect(
    await screen.findByText(/^Max Berg reopened this topic on Nov 20.*: The result was different$/),
  ).toBeInTheDocument();
});

it.each([
  [{ coach: aPerson(1, 'Ana'), manager: aPerson(2, 'Max') }, 'Ana and Max can read your reason.'],
  [{ manager: aPerson(2, 'Max'), managerVisible: false }, 'Only you can read your reason.'],
])('shows who can read the reason for leaving', async (people, notice) => {
  const { user } = open({ [route]: () => json(aProgram({ topics: [aTopic()], ...people })) });
  await user.click(await screen.findByRole('button', { name: 'Leave this program' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(notice);
});

it('offers completion only when the server allows it', async () => {
  open({ [route]: () => json(aProgram({ topics: [aTopic()] })) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Leading well' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Complete topic' })).not.toBeInTheDocument();
});

it('keeps a reflection that could not be saved and shows the error', async () => {
  const reflection = aStep({ kind: 'reflection', title: 'What I leave unsaid', stepKey: 'think' });
  const { user } = open({
    [route]: () => json(aProgram({ topics: [aTopic({ steps: [reflection] })] })),
    [`PUT /api/programs/${PROGRAM_ID}/steps/think/record`]: () => problem(503, 'unavailable'),
  });
  await user.click(await screen.findByRole('button', { name: 'Save and mark as done' }));
  await waitFor(() => expect(screen.getByLabelText('Your reflection')).toHaveFocus());
  expect(screen.getByLabelText('Your reflection')).toHaveAccessibleDescription(
    'Write your reflection before you save.',
  );
  await user.type(screen.getByLabelText('Your reflection'), 'I answered too soon.');
  await user.click(screen.getByRole('button', { name: 'Save and mark as done' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not saved.');
  expect(screen.getByLabelText('Your reflection')).toHaveValue('I answered too soon.');
  await user.type(screen.getByLabelText('Your reflection'), ' Again');
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('a step that is marked as done offline', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it('is announced as saved in this browser, and shows no error when it is sent later', async () => {
    const step = aStep({ stepKey: 'read', required: false });
    const record = `PUT /api/programs/${PROGRAM_ID}/steps/read/record`;
    let isDown = true;
    const { user, client } = show(
      <Routes>
        <Route path="/program/:programId" element={<ProgramPage />} />
      </Routes>,
      {
        client: {
          user: aUser(),
          at: `/program/${PROGRAM_ID}`,
          answers: {
            [route]: () => json(aProgram({ topics: [aTopic({ steps: [step] })] })),
            [record]: () =>
              isDown
                ? Promise.reject(new TypeError('Failed to fetch'))
                : json(aProgram({ topics: [aTopic({ steps: [{ ...step, ...done }] })] })),
          },
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: step.title }));
    await user.click(screen.getByRole('button', { name: 'Mark as done' }));
    const note = await screen.findByText(/^Saved in this browser\./);
    expect(note.closest('[role="status"]')).toBeInTheDocument();
    isDown = false;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(note).not.toBeInTheDocument());
    expect(client.api.asked(record)).toBeGreaterThan(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

it('counts a practice and marks the step as done when the goal is reached', async () => {
  const practice = aStep({
    kind: 'practice',
    title: 'Three open questions',
    tally: { count: 2, goal: 3 },
    stepKey: 'ask',
  });
  const sent: unknown[] = [];
  const { user } = open({
    [route]: () => json(aProgram({ topics: [aTopic({ steps: [practice] })] })),
    [`PUT /api/programs/${PROGRAM_ID}/steps/ask/record`]: async (request) => {
      sent.push(await request.json());
      return json(
        aProgram({ topics: [aTopic({ steps: [{ ...practice, ...done, tally: { count: 3, goal: 3 } }] })] }),
      );
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Log practice' }));
  expect(await screen.findByText('Practice · 3 of 3 times')).toBeInTheDocument();
  expect(sent).toEqual([{ done: true, tally: 3 }]);
});

it('says the minutes of a step once', async () => {
  const reflection = aStep({ stepKey: 'reflect', kind: 'reflection', title: 'Look back', minutes: 5 });
  open({ [route]: () => json(aProgram({ topics: [aTopic({ steps: [aStep(), reflection] })] })) });
  const row = (await screen.findByText('Read · 6 min')).closest('li');
  expect(row?.querySelector('.step')?.textContent?.match(/6 min/g)).toHaveLength(1);
  expect(screen.getByText('Reflection · 5 min · Private')).toBeInTheDocument();
});

const aSurvey = { surveyId: 's'.repeat(16), surveyName: 'A pulse', isAnswered: false, isOpen: true };
it.each([
  [
    'session',
    {},
    'This step is completed by a session with your coach. You cannot mark it as done yourself.',
  ],
  [
    'survey',
    { survey: aSurvey },
    'This step is completed when you answer “A pulse”. You cannot mark it as done yourself.',
  ],
  [
    'survey',
    { survey: { ...aSurvey, isOpen: false } },
    '“A pulse” is not open. If it stays closed, ask your coach or manager to waive this step.',
  ],
  [
    'survey',
    {},
    'This step has no survey, so it cannot be completed. Ask your coach or manager to waive it.',
  ],
] as const)(
  'explains how a %s step is completed and does not offer to mark it as done: %j',
  async (kind, over, text) => {
    const step = aStep({ kind, title: 'Role play', can: { record: false }, ...over });
    open({ [route]: () => json(aProgram({ topics: [aTopic({ steps: [step] })] })) });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Mark as/ })).not.toBeInTheDocument();
  },
);

it('opens a survey with the address of its step, so that the survey can link back to the step', async () => {
  const step = aStep({ kind: 'survey', can: { record: false }, survey: aSurvey });
  const topic = aTopic({ steps: [step] });
  open({ [route]: () => json(aProgram({ topics: [topic] })) });
  const link = await screen.findByRole('link', { name: 'Answer survey' });
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'https://trellis.example');
  expect(pathname).toBe(`/survey/participate/${aSurvey.surveyId}`);
  expect(searchParams.get('from')).toBe(`/program/${PROGRAM_ID}#step-${topic.topicId}-${step.stepKey}`);
});

it('uses an earlier answer to a survey, and opens a link in a new tab', async () => {
  const sent: unknown[] = [];
  const survey = aStep({ kind: 'survey', survey: { ...aSurvey, isAnswered: true } });
  const link = aStep({ stepKey: 'link', title: 'Talk', kind: 'link', url: 'https://talks.example/1?a=b' });
  const { user } = open({
    [route]: () => json(aProgram({ topics: [aTopic({ steps: [survey, link] })] })),
    [`PUT /api/programs/${PROGRAM_ID}/steps/${survey.stepKey}/record`]: async (request) => {
      sent.push(await request.json());
      return json(aProgram({ topics: [aTopic({ steps: [{ ...survey, ...done }, link] })] }));
    },
  });
  await user.click(await screen.findByRole('button', { name: survey.title }));
  const [first] = screen.getAllByRole('button', { name: 'Mark as done' });
  await user.click(first!);
  await waitFor(() => expect(sent).toEqual([{ done: true }]));
  const anchor = await screen.findByRole('link', { name: 'Open talks.example in a new tab' });
  expect(anchor).toHaveAttribute('href', 'https://talks.example/1?a=b');
  expect(anchor).toHaveAttribute('rel', 'noopener noreferrer');
});

it('shows the same “not found” page for missing programs and for other people’s programs', async () => {
  open({});
  expect(await screen.findByRole('heading', { level: 1, name: 'Program not found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your programs' })).toHaveAttribute('href', '/program');
});

it('shows the error and the request id when loading fails, and loads again on request', async () => {
  let isBroken = true;
  const { user } = open({ [route]: () => (isBroken ? problem(500, 'internal') : json(aProgram())) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Request r-1');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leading well'));
});

it('opens the step in the address, and opens it again when the link is followed again', async () => {
  const topics = [aTopic({ steps: [aStep(done), aStep({ stepKey: 'try', title: 'Try it' })] })];
  const at = `/program/${PROGRAM_ID}#step-${TOPIC_ID}-try`;
  const { user, client } = open({ [route]: () => json(aProgram({ topics })) }, at);
  const step = await screen.findByRole('button', { name: 'Try it' });
  expect(step).toHaveAttribute('aria-expanded', 'true');
  await user.click(step);
  expect(step).toHaveAttribute('aria-expanded', 'false');
  act(() => client.visit(`/program/${PROGRAM_ID}#step-${TOPIC_ID}-read`));
  expect(screen.getByRole('button', { name: 'Why questions change the room' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  act(() => client.visit(at));
  expect(step).toHaveAttribute('aria-expanded', 'true');
});

describe('the next thing to do', () => {
  const steps = [aStep(), aStep({ stepKey: 'try', title: 'Try it' })];
  const expanded = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded');

  it('opens the next step with the primary button; a completed step collapses and the next one opens', async () => {
    const { user } = open({
      [route]: () => json(aProgram({ topics: [aTopic({ steps })] })),
      [`PUT /api/programs/${PROGRAM_ID}/steps/read/record`]: () =>
        json(
          aProgram({ topics: [aTopic({ state: 'in_progress', steps: [aStep(done), ...steps.slice(1)] })] }),
        ),
    });
    const button = await screen.findByRole('button', { name: 'Mark as done' });
    expect(button).toHaveClass('button-primary');
    expect(expanded('Try it')).toBe('false');
    await user.click(button);
    await waitFor(() => expect(expanded('Try it')).toBe('true'));
    expect(expanded('Why questions change the room')).toBe('false');
    expect(screen.getByText('Next step').closest('li')).toHaveTextContent('Try it');
  });

  it('marks a step that the learner can record before one that waits for a session', async () => {
    const session = aStep({ title: 'Talk about it', kind: 'session', can: { record: false } });
    const other = aTopic({
      topicId: 'cccccccccccccccc',
      title: 'Giving feedback',
      steps: [aStep({ stepKey: 'try', title: 'Try it' })],
    });
    open({ [route]: () => json(aProgram({ topics: [aTopic({ steps: [session] }), other] })) });
    expect((await screen.findByText('Next step')).closest('li')).toHaveTextContent('Try it');
  });

  it('collapses completed topics, and shows only the button of a topic that is ready', async () => {
    const completed = aTopic({ topicId: 'cccccccccccccccc', title: 'Giving feedback', state: 'completed' });
    const { user } = open({ [route]: () => json(aProgram({ topics: [completed, ready] })) });
    expect(await screen.findByRole('button', { name: 'Complete topic' })).toHaveClass('button-primary');
    expect(expanded('Asking before telling')).toBe('false');
    expect(expanded('Giving feedback')).toBe('false');
    expect(screen.queryByText('Next step')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Giving feedback' }));
    expect(screen.getByRole('list', { name: 'Steps of Giving feedback' })).toBeInTheDocument();
  });

  it('collapses all topics of a program that has ended', async () => {
    open({ [route]: () => json(aProgram({ enrolment: 'completed', topics: [aTopic({ steps })] })) });
    expect(await screen.findByRole('button', { name: 'Asking before telling' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  });
});

it('shows a summary of a completed program: completed topics, thanks to the coach, and the rest', async () => {
  const coach = { userId: 9, firstName: 'Jonas', lastName: 'Weber', initials: 'JW', userAvatar: null };
  const topics = [
    aTopic({ state: 'completed', completedAt: done.doneAt, steps: [aStep(done)] }),
    aTopic({ topicId: 'cccccccccccccccc', title: 'Giving feedback', state: 'not_selected' }),
  ];
  const can = { answerInvitation: false, choose: false, finish: true, withdraw: true, beginAgain: false };
  const { user, client } = open({
    [route]: () => json(aProgram({ can, topics, coach })),
    [`POST /api/programs/${PROGRAM_ID}/finish`]: () =>
      json({
        programId: PROGRAM_ID,
        finishedAt: done.doneAt,
        allTopicsCompleted: true,
        program: aProgram({ enrolment: 'completed', can: { ...can, finish: false }, topics, coach }),
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Finish program' }));
  const summary = await screen.findByRole('region', { name: 'You completed Leading well' });
  expect(summary).toHaveTextContent('1 topic and 2 steps completed.');
  expect(summary).toHaveTextContent('1 other topic of this program is listed below.');
  await waitFor(() => expect(client.effects).toContain('target shown program-summary'));
  await user.click(within(summary).getByRole('button', { name: 'Thank Jonas' }));
  expect(client.state().chat.widget).toMatchObject({ isExpanded: true });
});

it('names the coach in an invitation, with what they will see', async () => {
  const can = { answerInvitation: true, choose: false, withdraw: false, finish: false, beginAgain: false };
  const coach = aPerson(1, 'Ana');
  open({ [route]: () => json(aProgram({ enrolment: 'invited', can, coach, topics: [] })) });
  expect(
    await screen.findByText(/Your coach, Ana \w+, and your manager can see your selected topics/),
  ).toBeVisible();
});

it('says that topics can be selected later while the program is paused', async () => {
  const can = { answerInvitation: false, choose: false, withdraw: true, finish: false, beginAgain: false };
  open({ [route]: () => json(aProgram({ enrolment: 'choosing', can, topics: [] })) });
  expect(await screen.findByRole('heading', { name: 'Leading well is paused' })).toBeVisible();
  expect(screen.getByText('You can select topics when the program continues.')).toBeVisible();
});

it('says that an invitation can be answered later while its program is paused, and loads the page again on focus', async () => {
  let answerInvitation = false;
  const rest = { choose: false, finish: false, withdraw: false, beginAgain: false };
  const { client } = open({
    [route]: () => json(aProgram({ enrolment: 'invited', can: { ...rest, answerInvitation }, topics: [] })),
  });
  expect(await screen.findByRole('heading', { name: 'Leading well is paused' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).not.toBeInTheDocument();
  answerInvitation = true;
  client.store.dispatch(baseApi.internalActions.onFocus());
  expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeVisible();
});

it('does not call a program overdue that the learner has left', async () => {
  const left = aProgram({ enrolment: 'withdrawn', dueOn: '2020-01-01' });
  open({ [route]: () => json(left) });
  expect(await screen.findByRole('complementary', { name: 'About this program' })).toBeVisible();
  expect(screen.queryByText(/Overdue by/)).toBeNull();
});
