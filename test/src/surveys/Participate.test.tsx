import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Question } from '#contract/surveys/questions.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { createOutbox } from '#src/app/ports/outbox.ts';
import { memoryOutbox } from '#src/app/ports/outboxStore.ts';
import { boxOwner, writeBox } from '#src/surveys/anonymous/surveyBox.ts';
import Participate from '#src/surveys/Participate.tsx';
import { queuedResponseId, selectQueuedCalls } from '#store/offline/queuedCallsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { fakeBrowser } from '#test/support/fakeTabs.ts';

const questions: Question[] = [
  { key: 'q1', type: 'nps', text: 'Would you recommend us?', required: true },
  {
    key: 'q2',
    type: 'matrix',
    text: 'How often?',
    required: true,
    rows: [
      { key: 'r1', text: 'Time to prepare' },
      { key: 'r2', text: 'Time to talk' },
    ],
    options: [
      { key: 'o1', text: 'Never' },
      { key: 'o2', text: 'Always' },
    ],
  },
  { key: 'q3', type: 'long', text: 'What should change?', required: false },
];
const aParticipation = (more: Partial<Participation> = {}): Participation => ({
  surveyId: 'aaaaaaaaaaaaaaaa',
  surveyName: 'Spring pulse',
  mode: 'confidential',
  k: 5,
  state: 'open',
  questions: { version: 1, sections: [{ key: 's1', title: '', questions }] },
  minutes: 2,
  opensOn: null,
  closesOn: null,
  releasesOn: null,
  releasedAt: null,
  actions: [],
  purpose: '',
  owner: { userId: 9, firstName: 'Ingrid', lastName: 'Solheim', initials: 'IS', userAvatar: null },
  people: 48,
  closedAt: null,
  segment: 'Service',
  answeredOn: null,
  answers: {},
  at: null,
  ticketKey: null,
  hasTicket: false,
  anonymityReport: null,
  subject: null,
  raterGroup: null,
  ...more,
});

/** Keeps the draft and the response, like the server. */
function surveyServer(first: Partial<Participation> = {}) {
  let participation = aParticipation(first);
  const sent: unknown[] = [];
  const drafts: { answers: Record<string, unknown>; at: string | null }[] = [];
  return {
    sent,
    drafts,
    answers: {
      'GET /api/surveys/aaaaaaaaaaaaaaaa/participation': () => json(participation),
      'PATCH /api/surveys/aaaaaaaaaaaaaaaa/draft': async (request: Request) => {
        const draft = await request.json();
        drafts.push(draft);
        const answers = { ...participation.answers, ...draft.answers };
        participation = { ...participation, answers, at: draft.at };
        return new Response(null, { status: 204 });
      },
      'POST /api/surveys/aaaaaaaaaaaaaaaa/responses': async (request: Request) => {
        sent.push(await request.json());
        participation = { ...participation, answeredOn: '2026-11-23', at: null };
        return json({ answeredOn: '2026-11-23' });
      },
    },
  };
}
const start = (
  answers: object,
  drafts?: ReturnType<typeof fakeDrafts>,
  query = '',
  outbox?: ReturnType<typeof createOutbox>,
) =>
  show(
    <Routes>
      <Route path="/survey/participate/:surveyId" element={<Participate />} />
      <Route path="*" element={null} />
    </Routes>,
    {
      client: {
        user: aUser(),
        at: `/survey/participate/aaaaaaaaaaaaaaaa${query}`,
        answers: answers as never,
        ...(drafts && { drafts }),
        ...(outbox && { outbox }),
      },
    },
  );

it('says that not every question is asked if earlier answers decide', async () => {
  const [first, ...others] = questions as [Question, ...Question[]];
  const last: Question = {
    key: 'q4',
    type: 'long',
    text: 'What is missing?',
    required: false,
    shownIf: { question: 'q1', oneOf: ['0'] },
  };
  const withCondition = {
    version: 1 as const,
    sections: [{ key: 's1', title: '', questions: [first, ...others, last] }],
  };
  start(surveyServer({ questions: withCondition }).answers);
  expect(await screen.findByText('Up to 4 questions, about 2 minutes.')).toBeInTheDocument();
});

it('shows who can see the answers, then accepts them by keyboard and submits them once', async () => {
  const { sent, answers } = surveyServer();
  const { user } = start(answers);
  expect(
    await screen.findByRole('heading', { name: 'Confidential: results never show who gave an answer' }),
  ).toBeInTheDocument();
  expect(screen.getByText(/for groups of at least 5 answers/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText('1 of 3');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('10');
  expect(screen.getByRole('radio', { name: '10' })).toBeChecked();
  await user.keyboard('{Enter}');
  await screen.findByText('2 of 3');
  await user.keyboard('21{Enter}');
  await screen.findByText('3 of 3');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await screen.findByText('2 of 3');
  expect(screen.getByRole('group', { name: 'Time to prepare' })).toContainElement(
    screen.getAllByRole('radio', { name: 'Always', checked: true })[0]!,
  );
  await user.keyboard('{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'What should change?' }), 'Fewer meetings');
  await user.dblClick(screen.getByRole('button', { name: 'Submit answers' }));
  expect(await screen.findByRole('heading', { name: 'Your answers are submitted' })).toBeInTheDocument();
  expect(sent).toEqual([{ answers: { q1: 10, q2: { r1: 'o2', r2: 'o1' }, q3: 'Fewer meetings' } }]);
});

it('shows all questions on one page, leads to those that are missing, and submits once', async () => {
  const { sent, answers } = surveyServer({ at: 'q1' });
  const { user } = start(answers);
  await user.click(await screen.findByRole('button', { name: 'Show all questions on one page' }));
  expect(screen.getByText('0 of 3 answered')).toBeInTheDocument();
  const submit = screen.getByRole('button', { name: 'Submit answers' });
  await user.click(submit);
  expect(screen.getByRole('alert')).toHaveTextContent(/Answer: Would you recommend us/);
  expect(screen.getByRole('heading', { name: '1. Would you recommend us?' })).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: '7' }));
  for (const row of screen.getAllByRole('radio', { name: 'Always' })) await user.click(row);
  await user.type(screen.getByRole('textbox', { name: '3. What should change?' }), 'Less');
  await user.dblClick(submit);
  expect(await screen.findByRole('heading', { name: 'Your answers are submitted' })).toBeInTheDocument();
  expect(sent).toEqual([{ answers: { q1: 7, q2: { r1: 'o2', r2: 'o2' }, q3: 'Less' } }]);
});

it('submits once if it is submitted again while a save is running', async () => {
  const { sent, answers } = surveyServer({ at: 'q3', answers: { q1: 7, q2: { r1: 'o1', r2: 'o2' } } });
  const save = Promise.withResolvers<void>();
  let saves = 0;
  const { user } = start({
    ...answers,
    'PATCH /api/surveys/aaaaaaaaaaaaaaaa/draft': async () => {
      saves += 1;
      await save.promise;
      return new Response(null, { status: 204 });
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'What should change?' }), 'Less');
  await waitFor(() => expect(saves).toBe(1), { timeout: 5_000 });
  const submit = screen.getByRole('button', { name: 'Submit answers' });
  submit.focus();
  await user.keyboard('{Enter}');
  expect(submit).toHaveAttribute('aria-busy', 'true');
  await user.keyboard('{Enter}');
  save.resolve();
  expect(await screen.findByRole('heading', { name: 'Your answers are submitted' })).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

it('shows no section on one page of which no question is asked', async () => {
  const [first, second] = questions as [Question, Question];
  const hidden: Question = { ...first, key: 'q4', shownIf: { question: first.key, oneOf: ['0'] } };
  const sections = [
    { key: 's1', title: 'Your work', questions: [first, second] },
    { key: 's2', title: 'What is missing', questions: [hidden] },
    { key: 's3', title: 'Left empty', questions: [] },
  ];
  const { user } = start(surveyServer({ at: 'q1', questions: { version: 1, sections } }).answers);
  await user.click(await screen.findByRole('button', { name: 'Show all questions on one page' }));
  expect(screen.getByRole('region', { name: 'Your work' })).toBeVisible();
  expect(screen.queryByText('What is missing')).toBeNull();
  expect(screen.queryByText('Left empty')).toBeNull();
});

it('tells the manager at each question of a 360 that their answers are shown with their name', async () => {
  const subject = { userId: 8, firstName: 'Tomás', lastName: 'Vidal', initials: 'TV', userAvatar: null };
  start(surveyServer({ at: 'q1', subject, raterGroup: 'manager' }).answers);
  expect(await screen.findByText(/They are shown as yours in the report/)).toBeInTheDocument();
  expect(screen.queryByText(/never show who gave an answer/)).not.toBeInTheDocument();
});

it.each([
  ['/program/p1?show=topics#step-t1-s1', 'Back to program', '/program/p1?show=topics#step-t1-s1'],
  ['https://evil.example/program/p1', 'View your surveys', '/survey'],
  ['/admin/home', 'View your surveys', '/survey'],
])('leads back only to the step from which the survey was opened: %s', async (from, name, to) => {
  const query = `?${new URLSearchParams({ from })}`;
  start(surveyServer({ answeredOn: '2026-11-23' }).answers, undefined, query);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to);
});

it('saves changed answers on the server, and opens at the question where the respondent stopped', async () => {
  const { drafts, answers } = surveyServer({ answers: { q1: 7 }, at: 'q2' });
  const { user } = start(answers);
  await screen.findByText('2 of 3');
  await user.keyboard('1');
  await waitFor(() => expect(drafts).toEqual([{ answers: { q2: { r1: 'o1' } }, at: 'q2' }]), {
    timeout: 5_000,
  });
  expect(await screen.findByText(/Your answers so far are saved/)).toBeInTheDocument();
});

it('keeps answers in the browser while the server cannot be reached', async () => {
  const { answers } = surveyServer({ at: 'q3', answers: { q1: 7, q2: { r1: 'o1', r2: 'o1' } } });
  const kept = fakeDrafts();
  kept.keep(
    aUser().userId,
    'survey:aaaaaaaaaaaaaaaa',
    JSON.stringify({ answers: { q3: 'Typed before the crash' }, at: 'q3' }),
  );
  start({ ...answers, 'PATCH /api/surveys/aaaaaaaaaaaaaaaa/draft': () => problem(503, 'unavailable') }, kept);
  expect(await screen.findByRole('textbox', { name: 'What should change?' })).toHaveValue(
    'Typed before the crash',
  );
});

it('queues answers that are submitted offline, lets the person change them, and submits the last ones once', async () => {
  const { sent, answers } = surveyServer({ at: 'q3', answers: { q1: 7, q2: { r1: 'o1', r2: 'o1' } } });
  const responses = 'POST /api/surveys/aaaaaaaaaaaaaaaa/responses' as const;
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  const kept = fakeDrafts();
  const { user, client } = start({ ...answers, [responses]: unreachable }, kept);
  await user.type(await screen.findByRole('textbox', { name: 'What should change?' }), 'Mondays');
  await user.click(screen.getByRole('button', { name: 'Submit answers' }));
  expect(await screen.findByRole('heading', { name: 'Your answers are not submitted yet' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Change answers' }));
  const text = await screen.findByRole('textbox', { name: 'What should change?' });
  expect(text).toHaveValue('Mondays');
  await user.type(text, ' and Fridays');
  await user.click(screen.getByRole('button', { name: 'Submit answers' }));
  await screen.findByRole('heading', { name: 'Your answers are not submitted yet' });
  client.api.on(responses, answers[responses]);
  expect(
    await screen.findByRole('heading', { name: 'Your answers are submitted' }, { timeout: 15_000 }),
  ).toBeInTheDocument();
  expect(sent).toEqual([{ answers: { q1: 7, q2: { r1: 'o1', r2: 'o1' }, q3: 'Mondays and Fridays' } }]);
  expect(kept.kept.size).toBe(0);
});

it('keeps the open question while the queued answers of another survey are submitted', async () => {
  const outbox = createOutbox(memoryOutbox(), fakeBrowser().open());
  await outbox.put('T3_U7', {
    id: queuedResponseId('bbbbbbbbbbbbbbbb'),
    endpoint: 'submitSurvey',
    args: { surveyId: 'bbbbbbbbbbbbbbbb', response: { answers: { q1: 7 } } },
  });
  const submitted = Promise.withResolvers<Response>();
  const { user, client } = start(
    {
      ...surveyServer({ at: 'q3', answers: { q1: 7, q2: { r1: 'o1', r2: 'o1' } } }).answers,
      'POST /api/surveys/bbbbbbbbbbbbbbbb/responses': () => submitted.promise,
    },
    fakeDrafts(),
    '',
    outbox,
  );
  const text = await screen.findByRole('textbox', { name: 'What should change?' });
  await user.type(text, 'Mondays');
  submitted.resolve(json({ answeredOn: '2026-11-23' }));
  await waitFor(() => expect(selectQueuedCalls(client.state())).toEqual({}));
  expect(client.api.asked('GET /api/surveys/aaaaaaaaaaaaaaaa/participation')).toBe(1);
  expect(text).toHaveFocus();
});

it('does not offer to change queued answers without the questions, which are not kept in the browser', async () => {
  const { answers } = surveyServer({ at: 'q3', answers: { q1: 7, q2: { r1: 'o1', r2: 'o1' } } });
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  const outbox = createOutbox(memoryOutbox(), fakeBrowser().open());
  await outbox.put('T3_U7', {
    id: queuedResponseId('aaaaaaaaaaaaaaaa'),
    endpoint: 'submitSurvey',
    args: { surveyId: 'aaaaaaaaaaaaaaaa', response: { answers: { q1: 7 } } },
  });
  start(
    {
      ...answers,
      'GET /api/surveys/aaaaaaaaaaaaaaaa/participation': unreachable,
      'POST /api/surveys/aaaaaaaaaaaaaaaa/responses': unreachable,
    },
    fakeDrafts(),
    '',
    outbox,
  );
  expect(await screen.findByRole('heading', { name: 'Your answers are not submitted yet' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change answers' })).not.toBeInTheDocument();
});

it('loses nothing when the tab is killed, the network is lost and the session ends, and submits once', async () => {
  const texts = Array.from({ length: 13 }, (_, index) => `Statement ${index + 1}`);
  const ratings = texts.map(
    (text, index): Question => ({
      key: `q${index + 1}`,
      type: 'rating',
      text,
      required: true,
      points: 5,
      lowLabel: 'Disagree',
      highLabel: 'Agree',
    }),
  );
  const sections = [{ key: 's1', title: '', questions: ratings }];
  const { sent, answers } = surveyServer({ questions: { version: 1, sections } });
  const kept = fakeDrafts();
  const answerTo = async (user: ReturnType<typeof start>['user'], from: number, to: number) => {
    for (let question = from; question <= to; question += 1) {
      await screen.findByText(`${question} of 13`);
      await user.keyboard(`${1 + (question % 5)}{Enter}`);
    }
  };
  const draft = 'PATCH /api/surveys/aaaaaaaaaaaaaaaa/draft';
  const responses = 'POST /api/surveys/aaaaaaaaaaaaaaaa/responses';

  // The network is lost after question 4, and the tab is killed at question 9.
  const first = start(answers, kept);
  await first.user.click(await screen.findByRole('button', { name: 'Start' }));
  await answerTo(first.user, 1, 4);
  expect(
    await screen.findByText(/Your answers so far are saved/, {}, { timeout: 5_000 }),
  ).toBeInTheDocument();
  first.client.api.on(draft, () => problem(503, 'unavailable'));
  await answerTo(first.user, 5, 8);
  await screen.findByText('9 of 13');
  first.unmount();

  // Reopened at question 9. The session ends when the answers are submitted.
  const refused = () => problem(403, 'session-ended');
  const second = start(
    { ...answers, [draft]: () => problem(503, 'unavailable'), [responses]: refused },
    kept,
  );
  await answerTo(second.user, 9, 12);
  await screen.findByText('13 of 13');
  await second.user.keyboard('5');
  await second.user.click(screen.getByRole('button', { name: 'Submit answers' }));
  await waitFor(() => expect(second.client.state().session.user).toBeNull());
  second.unmount();
  expect(sent).toEqual([]);

  const third = start(answers, kept);
  await screen.findByText('13 of 13');
  expect(screen.getByRole('radio', { checked: true })).toHaveAttribute('value', '5');
  await third.user.dblClick(screen.getByRole('button', { name: 'Submit answers' }));
  expect(await screen.findByRole('heading', { name: 'Your answers are submitted' })).toBeInTheDocument();
  const expected = Object.fromEntries(ratings.map(({ key }, index) => [key, 1 + ((index + 1) % 5)]));
  expect(sent).toEqual([{ answers: { ...expected, q13: 5 } }]);
  expect(kept.kept.size).toBe(0);
});

it('shows a closed survey with the answers that were not submitted, and an unknown one as not found', async () => {
  const answers = { q2: { r1: 'o2', r2: 'o1' }, q3: 'More light' };
  start(surveyServer({ state: 'closed', closedAt: '2026-11-20T10:00:00.000Z', answers }).answers);
  expect(await screen.findByRole('heading', { name: /^Closed on/ })).toBeInTheDocument();
  const entered = screen.getByText('Show the answers that were not submitted').closest('details');
  expect(entered).toHaveTextContent(/: Always\s.*Time to talk: Never.*More light/);
  start({
    'GET /api/surveys/aaaaaaaaaaaaaaaa/participation': () => problem(404, 'not-found'),
  });
  expect(await screen.findByRole('heading', { name: 'Survey not found' })).toBeInTheDocument();
});

it('shows a closed survey with the changes that were not submitted after a first submission', async () => {
  const submitted = { q2: { r1: 'o2', r2: 'o1' }, q3: 'More light' };
  const closed = { state: 'closed', closedAt: '2026-11-20T10:00:00.000Z', answeredOn: '2026-11-18' } as const;
  start(surveyServer({ ...closed, submitted, answers: { ...submitted, q3: 'Less noise' } }).answers);
  expect(await screen.findByText(/^You answered on Nov 18/)).toBeInTheDocument();
  const entered = screen.getByText('Show the answers that were not submitted').closest('details');
  expect(entered).toHaveTextContent('What should change?Less noise');
  expect(entered).not.toHaveTextContent('Always');
  cleanup();
  start(surveyServer({ ...closed, answers: submitted }).answers);
  expect(await screen.findByText(/^You answered on Nov 18/)).toBeInTheDocument();
  expect(screen.queryByText('Show the answers that were not submitted')).toBeNull();
});

it('says on the page of a closed anonymous survey what this browser submitted', async () => {
  const box = {
    ticket: { message: 'm', blinded: 'b', inverse: 'i', signature: 's' },
    answers: { q3: 'More light' },
    at: null,
    isSubmitted: true,
  };
  const { tenantId, userId } = aUser();
  await writeBox(boxOwner({ tenantId, userId }, 'aaaaaaaaaaaaaaaa'), box);
  const closed = { mode: 'anonymous', state: 'closed', closedAt: '2026-11-20T10:00:00.000Z' } as const;
  start(surveyServer(closed).answers);
  expect(await screen.findByText(/^You answered this survey in this browser/)).toBeInTheDocument();
  expect(screen.queryByText('Show the answers that were not submitted')).not.toBeInTheDocument();
});

it('says while submitted anonymous answers are changed that they are on the server', async () => {
  const box = {
    ticket: { message: 'm', blinded: 'b', inverse: 'i', signature: 's' },
    answers: { q1: 9 },
    at: null,
    isSubmitted: true,
  };
  const { tenantId, userId } = aUser();
  await writeBox(boxOwner({ tenantId, userId }, 'aaaaaaaaaaaaaaaa'), box);
  const { user } = start(surveyServer({ mode: 'anonymous', hasTicket: true }).answers);
  await user.click(await screen.findByRole('button', { name: 'Change answers' }));
  expect(
    await screen.findByText(/^You submitted your answers\. Changes are kept in this/),
  ).toBeInTheDocument();
  expect(screen.queryByText(/not on the server/)).not.toBeInTheDocument();
});

it('shows in a named survey that names are visible', async () => {
  start(surveyServer({ mode: 'named' }).answers);
  expect(
    await screen.findByRole('heading', { name: 'With names: your answers are shown with your name' }),
  ).toBeInTheDocument();
});
