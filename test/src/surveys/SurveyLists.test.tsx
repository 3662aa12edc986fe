import { screen } from '@testing-library/react';
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
  show(<RunSurveys surveys={[survey, early]} />);
  const row = (name: string) => screen.getByText(name).closest('tr');
  expect(row('Spring pulse')).toHaveTextContent('Dec 6');
  expect(row('Closed early')).toHaveTextContent('Closed Nov 26');
  expect(row('Closed early')).not.toHaveTextContent('Dec 6');
});
