import { cleanup, screen, waitFor } from '@testing-library/react';
import { propensityItems, scorePropensity, type TopicSuggestion } from '#contract/learning/propensity.ts';
import { Toasts } from '#src/app/shell/Toasts.tsx';
import Propensity from '#src/surveys/Propensity.tsx';
import { Meaning } from '#src/surveys/Result.tsx';
import { Suggestions } from '#src/surveys/Suggestions.tsx';
import { selectPath } from '#store/navigation/navigationSlice.ts';
import { propensityApi } from '#store/propensity/propensityApi.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';

const user0 = aUser({ propensityScore: null });
const context = {
  draft: null,
  alpha: null,
  againFrom: null,
  suggestions: [],
  isShared: false,
  coaches: [],
};
const coach = { userId: 9, firstName: 'Max', lastName: 'Ott', initials: 'MO', userAvatar: null };
/** Stores the submitted answers and responds with their score, like the server. */
const propensityServer = () => {
  const sent: { answers: Record<string, number | null>; stage: string }[] = [];
  const result = () => {
    const body = sent.at(-1)!;
    const { score, facets } = scorePropensity(body.answers)!;
    return { score, facets, margin: 10, answeredAt: '2026-11-21T10:00:00.000Z', ...body };
  };
  const answers = {
    'PUT /api/propensity/draft': async (request: Request) => json(await request.json()),
    'PUT /api/propensity': async (request: Request) => {
      sent.push(await request.json());
      return json({ ...context, latest: result(), earlier: [] });
    },
    'GET /api/propensity': () => json({ ...context, latest: sent.length > 0 ? result() : null, earlier: [] }),
  };
  return { sent, answers };
};
const startAt = async (
  answers: Record<string, () => Response | Promise<Response>> | object,
  at = '/survey/propensity',
) => {
  const shown = show(<Propensity />, { client: { user: user0, at, answers: answers as never } });
  await screen.findByText('1 of 13');
  return shown;
};

it('can be answered with the keys 1 to 5 and Enter, and shows the score and a link to the next page', async () => {
  const { sent, answers } = propensityServer();
  const { user } = await startAt(answers, '/survey/propensity?redirectUrl=%2Fteam');
  for (let question = 1; question <= 12; question++) {
    await screen.findByText(`${question} of 13`);
    await user.keyboard('4{Enter}');
  }
  await user.keyboard('3{Enter}');
  expect(await screen.findByText(/out of 100/)).toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(Object.values(sent[0]!.answers)).toEqual(propensityItems.map(() => 4));
  expect(sent[0]!.stage).toBe('preparing');
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/team');
});

it('continues with Enter from an earlier answer', async () => {
  const { user } = await startAt(propensityServer().answers);
  await user.keyboard('4{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await screen.findByText('1 of 13');
  expect(screen.getByRole('radio', { name: 'Mostly true' })).toBeChecked();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('2 of 13')).toBeInTheDocument();
});

it('shows how the score is calculated from the answers', async () => {
  const { answers } = propensityServer();
  const { user } = await startAt(answers);
  for (const key of '452341325133'.split('')) await user.keyboard(`${key}{Enter}`);
  await user.keyboard('1{Enter}');
  // W1 4, W2 5, W3 2 reversed
  expect(await screen.findByText('(4 + 5 + (6 − 2)) ÷ 3 = 4.33')).toBeInTheDocument();
});

it('opens the questions again from a link, and a reload afterwards shows the result', async () => {
  const { answers } = propensityServer();
  const { user, client } = await startAt(answers, '/survey/propensity?answer=again');
  for (const key of '452341325133'.split('')) await user.keyboard(`${key}{Enter}`);
  await user.keyboard('1{Enter}');
  expect(await screen.findByText(/out of 100/)).toBeInTheDocument();
  await waitFor(() => expect(selectPath(client.state())).toBe('/survey/propensity'));
});

it('counts the questions as the second step of a new account', async () => {
  const { answers } = propensityServer();
  await startAt(answers);
  expect(screen.getByText('Step 2 of 2. Readiness to grow')).toBeInTheDocument();
  expect(screen.getByText('There are no right or wrong answers.')).toBeInTheDocument();
  expect(screen.getByText('Your answers are saved as you give them.')).toBeInTheDocument();
});

it('introduces the first statement, and explains the result before the figures', async () => {
  const { answers } = propensityServer();
  const { user } = await startAt(answers);
  expect(screen.getByRole('heading', { name: 'Before you start' })).toBeInTheDocument();
  for (const key of '551331331111'.split('')) await user.keyboard(`${key}{Enter}`);
  expect(screen.queryByRole('heading', { name: 'Before you start' })).not.toBeInTheDocument();
  await user.keyboard('1{Enter}');
  expect(
    await screen.findByText(/^“Motivation” helps you most\. .+ has the most room to grow\.$/),
  ).toBeInTheDocument();
  expect(screen.getByText(/^Next: /)).toBeInTheDocument();
  expect(screen.getByText('How the score is calculated').closest('details')).not.toHaveAttribute('open');
});

it('suggests topics for reasons that are also true if a better topic is suggested for another area', () => {
  const suggestion = {
    programId: 'p'.repeat(16),
    programName: 'Leading well',
    topicId: 't'.repeat(16),
    title: 'Timely feedback',
    minutes: 20,
    practices: 0,
    challenges: 0,
    completions: 4,
  };
  const suggestions = (isAmongBest: boolean): TopicSuggestion[] => [
    { ...suggestion, facet: 'will', isAmongBest },
    { ...suggestion, facet: 'room', topicId: 'u'.repeat(16), isAmongBest },
  ];
  show(<Suggestions suggestions={suggestions(true)} />);
  const list = screen.getByRole('region', { name: 'Topics to start with' });
  expect(list).toHaveTextContent(
    'among your open topics, it is one that colleagues have completed most often.',
  );
  expect(list).toHaveTextContent('For Time and support: it is one of your shortest open topics.');
  cleanup();
  show(<Suggestions suggestions={suggestions(false)} />);
  const plain = screen.getByRole('region', { name: 'Topics to start with' });
  for (const area of ['Motivation', 'Time and support'])
    expect(plain).toHaveTextContent(`For ${area}: a topic of Leading well that you have not selected yet.`);
  // Each row has the duration once.
  expect(plain.textContent?.match(/20 minutes/g)).toHaveLength(2);
  // The topic is not selected yet, so the link leads to where it can be selected.
  expect(screen.getAllByRole('link', { name: 'Timely feedback' })[0]).toHaveAttribute(
    'href',
    `/program/${'p'.repeat(16)}?show=choose#topic-${'t'.repeat(16)}`,
  );
});

it.each([
  [
    [3.3, 3.3, 3.3, 2],
    '“Motivation”, “Confidence”, and “Time and support” help you most. “Plan” has the most room to grow.',
  ],
  [
    [4, 3, 3, 3.5],
    '“Motivation” helps you most. “Confidence” and “Time and support” have the most room to grow.',
  ],
  [
    [3.34, 3.3, 2, 2.9],
    '“Motivation” and “Confidence” help you most. “Time and support” has the most room to grow.',
  ],
  [[3, 3, 3, 3], 'All four areas have the same score.'],
] as const)('names all areas that are equally strong or weak: %j', ([will, trust, room, plan], text) => {
  show(<Meaning facetScores={{ will, trust, room, plan }} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('fills each bar in proportion to “of 5”', async () => {
  const { answers } = propensityServer();
  const { user } = await startAt(answers);
  for (let question = 1; question <= 13; question++) await user.keyboard('3{Enter}');
  const bar = await screen.findByRole<HTMLMeterElement>('meter', { name: 'Motivation' });
  expect((bar.value - bar.min) / (bar.max - bar.min)).toBeCloseTo(3 / 5);
});

it('continues only with an answer, and allows one skipped statement per area', async () => {
  const { user } = await startAt(propensityServer().answers);
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Skip' }));
  await screen.findByText('2 of 13');
  await user.click(screen.getByRole('button', { name: 'Skip' }));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'You skipped a related statement, so this one needs an answer.',
  );
  expect(screen.getByText('2 of 13')).toBeInTheDocument();
  await user.keyboard('1{Enter}5{Enter}');
  await screen.findByText('4 of 13');
  expect(screen.getByRole('button', { name: 'Skip' })).not.toHaveAttribute('aria-disabled');
  expect(screen.getByRole('list', { name: 'Questions: 2 of 13 answered, 1 skipped' })).toBeInTheDocument();
  for (const _ of [1, 2, 3]) await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText(/^You skipped this statement\./)).toBeInTheDocument();
});

it('keeps the answers of each user when the tab is closed', async () => {
  const drafts = fakeDrafts();
  const openTab = (userId: number) =>
    show(<Propensity />, {
      client: { user: { ...user0, userId }, drafts, answers: propensityServer().answers as never },
    });
  const { user } = openTab(user0.userId);
  await screen.findByText('1 of 13');
  await user.keyboard('2{Enter}3{Enter}');
  await screen.findByText('3 of 13');
  cleanup();
  sessionStorage.clear(); // the draft ends with the tab
  openTab(user0.userId);
  expect(await screen.findByText('3 of 13')).toBeInTheDocument();
  cleanup();
  openTab(8);
  expect(await screen.findByText('1 of 13')).toBeInTheDocument();
});

it('has the answers so far when the questions are opened again, before the server is asked', async () => {
  const { client, user } = await startAt(propensityServer().answers);
  await user.keyboard('2{Enter}3{Enter}');
  await screen.findByText('3 of 13');
  await waitFor(() =>
    expect(propensityApi.endpoints.getPropensity.select()(client.state()).data?.draft).not.toBeNull(),
  );
});

it('keeps the answers when saving fails, and submits them on retry', async () => {
  const { sent, answers } = propensityServer();
  const { user, client } = await startAt({
    ...answers,
    'PUT /api/propensity': () => problem(503, 'unavailable'),
  });
  await user.keyboard('3{Enter}'.repeat(12));
  await user.keyboard('3{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('not saved yet');
  expect(screen.getByText('13 of 13')).toBeInTheDocument();
  client.api.on('PUT /api/propensity', answers['PUT /api/propensity']);
  await user.click(screen.getByRole('button', { name: 'Submit answers' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await screen.findByText(/out of 100/)).toBeInTheDocument();
});

it('says that the result is shared, and with whom, and that it no longer is', async () => {
  const shared = (isShared: boolean) => ({
    ...context,
    coaches: [coach],
    isShared,
    earlier: [],
    latest: {
      score: 50,
      margin: 10,
      facets: { will: 3, trust: 3, room: 3, plan: 3 },
      stage: 'preparing',
      answers: Object.fromEntries(propensityItems.map(({ key }) => [key, 3])),
      answeredAt: '2026-11-21T10:00:00.000Z',
    },
  });
  const { user } = show(
    <>
      <Propensity />
      <Toasts />
    </>,
    {
      client: {
        user: { ...user0, propensityScore: 50 },
        at: '/survey/propensity',
        answers: {
          'GET /api/propensity': () => json(shared(false)),
          'PUT /api/propensity/sharing': async (request: Request) =>
            json(shared((await request.json()).isShared)),
        },
      },
    },
  );
  const result = screen.getByRole('status', { name: 'Result' });
  await user.click(await screen.findByRole('button', { name: 'Share result' }));
  await waitFor(() => expect(result).toHaveTextContent('Your result is shared with Max Ott.'));
  await user.click(await screen.findByRole('button', { name: 'Stop sharing' }));
  await waitFor(() => expect(result).toHaveTextContent('Your result is no longer shared.'));
  await user.click(await screen.findByRole('button', { name: 'Share result' }));
  await screen.findByRole('button', { name: 'Stop sharing' });
  await user.click(screen.getByRole('button', { name: 'Answer questions again' }));
  expect(await screen.findByText(/You and your coaches can see your latest result\./)).toBeInTheDocument();
});
