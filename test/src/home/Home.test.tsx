import { screen, within } from '@testing-library/react';
import type { Home as HomeData, Need } from '#contract/home.ts';
import Home from '#src/home/Home.tsx';
import { json } from '../../support/fakeApi.ts';
import { show } from '../support/show.tsx';

const aNeed = (over: Partial<Need> = {}): Need => ({
  key: 'n1',
  kind: 'topic_ready',
  group: 'today',
  title: 'Complete “Feedback that lands”',
  reason: 'Both steps are done.',
  verb: 'Open',
  path: '/program/aaaaaaaaaaaaaaaa',
  ...over,
});
const growth: HomeData['growth'] = {
  weeks: [],
  topicsCompleted: 0,
  topicsChosen: 0,
  objectives: { active: 0, achieved: 0, atRisk: 0 },
};
const open = (home: Partial<HomeData>) =>
  show(<Home />, {
    client: {
      answers: {
        'GET /api/home': () => json({ needs: [], doneThisWeek: 0, continue: null, growth, ...home }),
      },
    },
  });

it('puts the first need on top and the others in their groups, each with its reason and its way', async () => {
  open({
    needs: [
      aNeed(),
      aNeed({ key: 'n2', group: 'week', title: 'Read on', verb: 'Continue', reason: 'About 8 minutes.' }),
      aNeed({ key: 'n3', group: 'waiting', title: 'Jonas confirms', verb: 'See' }),
    ],
    doneThisWeek: 3,
  });
  expect(await screen.findByText('Two things need you this week.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open: Complete “Feedback that lands”' })).toHaveAttribute(
    'href',
    '/program/aaaaaaaaaaaaaaaa',
  );
  expect(
    within(screen.getByRole('list', { name: 'This week' })).getByText('About 8 minutes.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Waiting for others' })).toBeInTheDocument();
  expect(screen.getByText('3 things done since Monday.')).toBeInTheDocument();
});

it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
  'follows no address of a need that is none of this application: %s',
  async (path) => {
    open({ needs: [aNeed({ path })] });
    expect(await screen.findByRole('link', { name: /^Open:/ })).toHaveAttribute('href', '/home');
  },
);

it('says so when nothing is due, and offers a first step', async () => {
  open({});
  expect(await screen.findByText('Nothing needs you right now.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See your programs' })).toHaveAttribute('href', '/program');
});

it('draws growth from the weeks, with the figures behind it in a table', async () => {
  const week = (weekOf: string, steps: number, topics = 0) => ({ weekOf, steps, topics, notes: 0 });
  open({
    growth: {
      weeks: [week('2026-11-09', 2), week('2026-11-16', 3, 1)],
      topicsCompleted: 1,
      topicsChosen: 3,
      objectives: { active: 2, achieved: 1, atRisk: 1 },
    },
  });
  expect(await screen.findByText('5 steps in 2 weeks')).toBeInTheDocument();
  expect(screen.getByText('1 of 3 chosen')).toBeInTheDocument();
  expect(screen.getByText('2 under way, 1 at risk, 1 achieved')).toBeInTheDocument();
  const rows = within(
    screen.getByRole('table', { name: 'Steps, completed topics and notes by week', hidden: true }),
  ).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => row.textContent).slice(1)).toEqual([
    expect.stringMatching(/^Nov 16.*310$/),
    expect.stringMatching(/^Nov 9.*200$/),
  ]);
});
