import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Question } from '#contract/surveys/questions.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import Participate from '#src/surveys/Participate.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';

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
        drafts.push(await request.json());
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
const start = (answers: object, drafts?: ReturnType<typeof fakeDrafts>) =>
  show(
    <Routes>
      <Route path="/survey/participate/:surveyId" element={<Participate />} />
    </Routes>,
    {
      client: {
        user: aUser(),
        at: '/survey/participate/aaaaaaaaaaaaaaaa',
        answers: answers as never,
        ...(drafts && { drafts }),
      },
    },
  );

it('shows who can see the answers, then accepts them by keyboard and submits them once', async () => {
  const { sent, answers } = surveyServer();
  const { user } = start(answers);
  expect(
    await screen.findByRole('heading', { name: 'Confidential: results never show who gave an answer' }),
  ).toBeInTheDocument();
  expect(screen.getByText(/for groups of at least 5 answers/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText('1 of 3');
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
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
  kept.keep(aUser().userId, 'survey:aaaaaaaaaaaaaaaa', JSON.stringify({ q3: 'Typed before the crash' }));
  start({ ...answers, 'PATCH /api/surveys/aaaaaaaaaaaaaaaa/draft': () => problem(503, 'unavailable') }, kept);
  expect(await screen.findByRole('textbox', { name: 'What should change?' })).toHaveValue(
    'Typed before the crash',
  );
});

it('shows a closed survey with its closing day, and an unknown one as not found', async () => {
  start(surveyServer({ state: 'closed', closedAt: '2026-11-20T10:00:00.000Z' }).answers);
  expect(await screen.findByRole('heading', { name: /^Closed on/ })).toBeInTheDocument();
  start({
    'GET /api/surveys/aaaaaaaaaaaaaaaa/participation': () => problem(404, 'not-found'),
  });
  expect(await screen.findByRole('heading', { name: 'Survey not found' })).toBeInTheDocument();
});

it('shows in a named survey that names are visible', async () => {
  start(surveyServer({ mode: 'named' }).answers);
  expect(
    await screen.findByRole('heading', { name: 'With names: your answers are shown with your name' }),
  ).toBeInTheDocument();
});
