import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { SurveyAction } from '#contract/surveys/actions.ts';
import type { FeedbackQuestion, Raters } from '#contract/surveys/feedback.ts';
import type { Results } from '#contract/surveys/results.ts';
import { FeedbackItem } from '#src/surveys/feedback/FeedbackItem.tsx';
import { fittingFirst } from '#src/surveys/feedback/fittingTopics.ts';
import { RatersProgress } from '#src/surveys/feedback/RatersProgress.tsx';
import { Actions } from '#src/surveys/results/Actions.tsx';
import SurveyResults from '#src/surveys/results/SurveyResults.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const results: Results = {
  surveyId: 'aaaaaaaaaaaaaaaa',
  surveyName: 'Spring pulse',
  mode: 'confidential',
  k: 5,
  releasedAt: '2026-11-20T10:00:00.000Z',
  people: 16,
  answered: 13,
  rounds: [
    {
      surveyId: 'bbbbbbbbbbbbbbbb',
      surveyName: 'Winter pulse',
      releasedAt: '2026-08-20T10:00:00.000Z',
      means: { q1: [{ value: 2.5, low: 2.1, high: 2.9 }], q2: [null], q3: [] },
    },
  ],
  named: null,
  actions: [],
  ends: { q1: { low: 'Disagree', high: 'Agree' } },
  questions: [
    {
      key: 'q1',
      section: 'Your work',
      text: 'I know what is expected of me',
      type: 'rating',
      options: ['1', '2', '3', '4', '5'],
      items: [
        {
          text: null,
          total: {
            kind: 'figures',
            n: 13,
            counts: [1, 0, 2, 6, 4],
            mean: { value: 3.92, low: 3.29, high: 4.55 },
            enps: null,
            places: null,
          },
          departments: [
            { name: 'Empty', cell: { kind: 'protected' } },
            { name: 'Four', cell: { kind: 'protected' } },
          ],
        },
      ],
      comments: null,
    },
    {
      key: 'q2',
      section: 'Your work',
      text: 'All agree',
      type: 'rating',
      options: ['1', '2', '3', '4', '5'],
      items: [{ text: null, total: { kind: 'band', from: 3, to: 4 }, departments: [] }],
      comments: null,
    },
    {
      key: 'q3',
      section: 'Your work',
      text: 'What should change?',
      type: 'long',
      options: [],
      items: [],
      comments: ['<b>Fewer</b> meetings'],
    },
  ],
};
const start = (answer: () => Response) =>
  show(
    <Routes>
      <Route path="/survey/results/:surveyId" element={<SurveyResults />} />
    </Routes>,
    {
      client: {
        user: aUser(),
        at: '/survey/results/aaaaaaaaaaaaaaaa',
        answers: { 'GET /api/surveys/aaaaaaaaaaaaaaaa/results': answer } as never,
      },
    },
  );

it('shows figures as a chart with a table, and shows protected groups like empty ones', async () => {
  start(() => json(results));
  expect(await screen.findByText('81%')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Results' })).toBeInTheDocument();
  expect(
    screen.getByRole('img', {
      name: '1: 1 answer, 2: 0 answers, 3: 2 answers, 4: 6 answers, 5: 4 answers',
    }),
  ).toBeInTheDocument();
  expect(screen.getByText('1: Disagree')).toBeInTheDocument();
  expect(screen.getByText('5: Agree')).toBeInTheDocument();
  expect(screen.getByText('95% interval: 3.3 to 4.5')).toBeInTheDocument();
  expect(screen.getByText('13 answers. Higher than 2.5 in the last round.')).toBeInTheDocument();
  expect(screen.getByText('Largest change').nextElementSibling).toHaveTextContent('+1.4');
  expect(screen.getByText('From 2.5 to 3.9 of 5')).toBeInTheDocument();
  const [empty, four] = ['Empty', 'Four'].map((name) =>
    screen.getByText(name, { selector: 'th[scope="row"] bdi' }).closest('tr'),
  );
  expect(empty?.innerHTML.replace('Empty', '')).toBe(four?.innerHTML.replace('Four', ''));
  expect(screen.getAllByText('Nearly all answers are between 4 and 5.')).not.toHaveLength(0);
  expect(screen.getByText('<b>Fewer</b> meetings')).toBeInTheDocument();
});

it('says how many other figures changed as much as the first one', async () => {
  const [first] = results.questions;
  const twin = { ...first!, key: 'twin', text: 'My work is useful.' };
  const rounds = results.rounds.map((round) => ({
    ...round,
    means: { ...round.means, twin: round.means[first!.key] ?? [] },
  }));
  start(() => json({ ...results, questions: [...results.questions, twin], rounds }));
  expect(await screen.findByText('1 other figure changed as much')).toBeInTheDocument();
});

it('does not say that answers with names are protected', async () => {
  const figures = results.questions[0]!.items[0]!.total;
  const departments = [
    { name: 'Empty', cell: { kind: 'protected' as const } },
    { name: 'Four', cell: figures },
  ];
  const questions = results.questions.map((question) => ({
    ...question,
    items: question.items.map((item) => ({ ...item, total: figures, departments })),
  }));
  start(() => json({ ...results, mode: 'named', named: [], rounds: [], questions }));
  const groups = within(await screen.findByRole('region', { name: 'Table of groups' }));
  expect(groups.getAllByText('No answers')).toHaveLength(2);
  expect(document.body).not.toHaveTextContent('Protected');
});

it('counts no comments as 0 that are protected', async () => {
  const comment = results.questions[2]!;
  const tile = (questions: Results['questions']) => {
    const { unmount } = start(() => json({ ...results, questions }));
    return screen.findByText('Comments').then((term) => {
      const text = term.parentElement!.textContent;
      unmount();
      return text;
    });
  };
  const hidden = { ...comment, key: 'q4', text: 'What else?', comments: null };
  expect(await tile([hidden])).toBe('Comments–Protected or no answers');
  expect(await tile([comment, hidden])).toBe(
    'Comments1In random order1 question is protected or has no answers',
  );
  expect(await tile([comment])).toBe('Comments1In random order');
});

it('shows that results are not released yet', async () => {
  start(() => problem(422, 'not-possible'));
  expect(await screen.findByRole('heading', { name: 'Not released yet' })).toBeInTheDocument();
});

it('shows the difference of the shown figures', async () => {
  const figures = (n: number, of: number[]) => ({
    kind: 'figures' as const,
    n,
    counts: of,
    mean: { value: 2.75, low: 2, high: 3.5 },
    enps: null,
    places: null,
  });
  const question: FeedbackQuestion = {
    key: 'q1',
    section: '',
    text: 'Listens',
    type: 'rating',
    options: ['1', '2', '3', '4', '5'],
    items: [],
    comments: null,
  };
  const item = (own: number, others: number[]) => ({
    text: null,
    others: figures(4, others),
    groups: [
      {
        group: 'self' as const,
        cell: figures(
          1,
          [1, 2, 3, 4, 5].map((value) => (value === own ? 1 : 0)),
        ),
      },
    ],
  });
  // The mean is 2.75.
  show(<FeedbackItem question={question} item={item(5, [0, 2, 1, 1, 0])} isSubject />);
  expect(screen.getByRole('img', { name: /You: 5\.0, Others: mean 2\.8/ })).toBeInTheDocument();
  expect(screen.getByText('2.2 lower than you')).toBeInTheDocument();
});

it('lists topics that share words with a statement first', () => {
  const topic = (title: string, description = '') => ({
    programId: 'p',
    programName: 'P',
    topicId: title,
    title,
    behaviorName: '',
    description,
    minutes: 10,
  });
  const topics = [
    topic('Delegating results'),
    topic('Saying no', 'Ask what is urgent'),
    topic('Asking questions'),
  ];
  expect(fittingFirst('Asks before giving an answer.', topics).map(({ title }) => title)).toEqual([
    'Asking questions',
    'Saying no',
    'Delegating results',
  ]);
});

it('waits for answers of 360 feedback only while people can answer', () => {
  const raters = (state: Raters['state']): Raters => ({
    surveyId: 'aaaaaaaaaaaaaaaa',
    surveyName: 'How we work together',
    subject: { userId: 7, firstName: 'Lena', lastName: 'Fischer', initials: 'LF', userAvatar: null },
    state,
    phase: null,
    closesOn: null,
    version: 4,
    isSubject: false,
    isRunner: true,
    raters: [],
    suggested: [],
    progress: {
      groups: [{ group: 'peer', asked: 3, answered: 2 }],
      isSelfDone: true,
      isEnough: false,
      from: '2026-12-10',
      latest: '2026-12-17',
    },
  });
  const { unmount } = show(<RatersProgress raters={raters('open')} />);
  expect(screen.getByRole('cell', { name: '1 more answer needed' })).toBeInTheDocument();
  expect(screen.getByText(/Counts change once a day/)).toBeInTheDocument();
  unmount();
  show(<RatersProgress raters={raters('released')} />);
  expect(screen.queryByText(/more answer needed/)).not.toBeInTheDocument();
  expect(screen.queryByText(/Counts change once a day/)).not.toBeInTheDocument();
});

describe('an action', () => {
  const surveyId = 'a'.repeat(16);
  const path = `/api/surveys/${surveyId}/actions/${'c'.repeat(16)}`;
  const action: SurveyAction = {
    actionId: 'c'.repeat(16),
    text: 'Fewer meetings',
    owner: { userId: 1, firstName: 'Ada', lastName: 'Lovelace', initials: 'AL', userAvatar: null },
    dueOn: '2026-12-01',
    outcome: '',
    doneOn: null,
  };
  const openAction = () => {
    const sent: string[] = [];
    const changes: unknown[] = [];
    const answer = async (request: Request) => {
      sent.push(request.method);
      if (request.method === 'PATCH') changes.push(await request.json());
      return json({ actions: [] });
    };
    const answers = { [`PATCH ${path}`]: answer, [`DELETE ${path}`]: answer };
    const newer = { ...action, dueOn: '2027-01-15', outcome: 'One a week' };
    function Screen() {
      const [shown, setShown] = useState(action);
      return (
        <>
          <Actions surveyId={surveyId} actions={[shown]} />
          <button type="button" onClick={() => setShown(newer)}>
            Load again
          </button>
        </>
      );
    }
    const view = show(<Screen />, {
      client: { user: aUser(), answers: answers as never },
    });
    const open = async () => {
      await view.user.click(screen.getByRole('button', { name: 'Change the action: Fewer meetings' }));
      return within(await screen.findByRole('dialog', { name: 'Change action' }));
    };
    return { ...view, open, sent, changes };
  };

  it('keeps changes that were not saved, until they are discarded', async () => {
    const { user, open, sent } = openAction();
    const first = await open();
    await user.type(first.getByRole('textbox', { name: 'What changed' }), 'Two a week');
    await user.keyboard('{Escape}');
    const second = await open();
    expect(second.getByText('Your unsaved changes were restored.')).toBeVisible();
    expect(second.getByRole('textbox', { name: 'What changed' })).toHaveValue('Two a week');
    await user.click(second.getByRole('button', { name: 'Discard changes' }));
    const third = await open();
    expect(third.getByRole('textbox', { name: 'What changed' })).toHaveValue('');
    await user.click(third.getByRole('checkbox', { name: 'Done' }));
    await user.click(third.getByRole('button', { name: 'Save action' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual(['PATCH']);
    expect((await open()).getByRole('checkbox', { name: 'Done' })).not.toBeChecked();
  });

  it('keeps what someone else changed since the draft, and sends only what the user changed', async () => {
    const { user, open, changes } = openAction();
    const first = await open();
    await user.type(first.getByRole('textbox', { name: 'What will be done' }), ' on Mondays');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    const second = await open();
    expect(second.getByRole('status')).toHaveTextContent(/^Your unsaved changes were restored\.$/);
    expect(second.getByLabelText('Due')).toHaveValue('2027-01-15');
    await user.click(second.getByRole('button', { name: 'Save action' }));
    await waitFor(() => expect(changes).toEqual([{ text: 'Fewer meetings on Mondays' }]));
  });

  it('names restored values that someone else changed too', async () => {
    const { user, open } = openAction();
    const first = await open();
    await user.type(first.getByRole('textbox', { name: 'What changed' }), 'Two a week');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    const second = await open();
    expect(second.getByRole('status')).toHaveTextContent(
      'Your unsaved changes were restored. You and someone else both changed: What changed. This form has your values.',
    );
    expect(second.getByRole('textbox', { name: 'What changed' })).toHaveValue('Two a week');
  });

  it('that was not added is restored with a notice, until it is discarded', async () => {
    const { user } = openAction();
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'Add action' }));
      return within(await screen.findByRole('dialog', { name: 'Add action' }));
    };
    const first = await open();
    expect(first.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await user.type(first.getByRole('textbox', { name: 'What will be done' }), 'Shorter meetings');
    await user.keyboard('{Escape}');
    const second = await open();
    expect(second.getByText('Your unsaved changes were restored.')).toBeVisible();
    await user.click(second.getByRole('button', { name: 'Discard action' }));
    const third = await open();
    expect(third.queryByText('Your unsaved changes were restored.')).toBeNull();
    expect(third.getByRole('textbox', { name: 'What will be done' })).toHaveValue('');
  });

  it('is removed after a confirmation', async () => {
    const { user, open, sent } = openAction();
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: 'Remove action' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove this action?' }));
    expect(question.getByText('The people who were asked no longer see “Fewer meetings”.')).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Remove action' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual(['DELETE']);
  });
});
