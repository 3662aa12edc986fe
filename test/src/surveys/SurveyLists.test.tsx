import { screen, within } from '@testing-library/react';
import type { RunSurvey } from '#contract/surveys/surveys.ts';
import { RunSurveys } from '#src/surveys/SurveyLists.tsx';
import { show } from '#test/src/support/show.tsx';

const survey: RunSurvey = {
  surveyId: 'aaaaaaaaaaaaaaaa',
  surveyName: 'Spring pulse',
  mode: 'named',
  k: 5,
  state: 'open',
  questions: 3,
  minutes: 2,
  closesOn: '2026-12-06',
  opensOn: null,
  releasesOn: null,
  people: 16,
  answered: 13,
  closedAt: null,
  releasedAt: null,
  isFeedback: false,
};

it('shows the day on which a survey was closed instead of its last day', () => {
  const early = {
    ...survey,
    surveyId: 'bbbbbbbbbbbbbbbb',
    surveyName: 'Closed early',
    state: 'closed' as const,
    closedAt: '2026-11-26T12:00:00.000Z',
  };
  show(<RunSurveys surveys={[survey, early]} total={2} />);
  const row = (name: string) => screen.getByText(name).closest('tr');
  expect(row('Spring pulse')).toHaveTextContent('Dec 6');
  expect(row('Closed early')).toHaveTextContent('Closed Nov 26');
  expect(row('Closed early')).not.toHaveTextContent('Dec 6');
});

it('lists archived surveys with their results apart from the others', async () => {
  const archived = {
    ...survey,
    surveyId: 'cccccccccccccccc',
    surveyName: 'Last year',
    state: 'archived' as const,
    releasedAt: '2025-12-01T12:00:00.000Z',
  };
  const { user } = show(<RunSurveys surveys={[survey, archived]} total={2} />);
  expect(within(screen.getByRole('table', { name: 'Surveys you run' })).queryByText('Last year')).toBeNull();
  await user.click(screen.getByText('1 archived survey'));
  const link = screen.getByRole('link', { name: 'View results: Last year' });
  expect(link).toHaveAttribute('href', '/survey/results/cccccccccccccccc');
});

it('says that not all surveys are listed', () => {
  show(<RunSurveys surveys={[survey]} total={1_201} />);
  expect(screen.getByText(/^1 of 1,201 surveys are listed/)).toBeVisible();
});

it('shows no results of a survey that was archived without them', async () => {
  const state = 'archived' as const;
  const archived = { ...survey, surveyId: 'dddddddddddddddd', surveyName: 'Not needed', state, people: 0 };
  const { user } = show(
    <RunSurveys surveys={[{ ...archived, releasedAt: null, closedAt: null }]} total={1} />,
  );
  await user.click(screen.getByText('1 archived survey'));
  const row = screen.getByText('Not needed').closest('tr');
  expect(row).toHaveTextContent('Not opened');
  expect(row).toHaveTextContent('Not released');
  expect(screen.getByRole('link', { name: 'View survey: Not needed' })).toBeVisible();
});

it('says what follows for an open survey without a last day and a release day', () => {
  show(<RunSurveys surveys={[{ ...survey, closesOn: null }]} total={1} />);
  expect(screen.getByText('No last day')).toBeInTheDocument();
  expect(screen.getByText('After it closes')).toBeInTheDocument();
});
