import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Raters, RatersChange } from '#contract/surveys/feedback.ts';
import type { Survey, SurveyChange, SurveyStateChange } from '#contract/surveys/surveys.ts';
import Builder from '#src/surveys/builder/Builder.tsx';
import { lintQuestion } from '#src/surveys/builder/lint.ts';
import { NewSurveyDialog } from '#src/surveys/builder/NewSurveyDialog.tsx';
import { templates } from '#src/surveys/builder/templates.ts';
import { selectPath } from '#store/navigation/navigationSlice.ts';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';

afterEach(() => jest.useRealTimers());

const aSurvey = (more: Partial<Survey> = {}): Survey => ({
  surveyId: 'aaaaaaaaaaaaaaaa',
  surveyName: 'Summer pulse',
  mode: 'confidential',
  k: 5,
  state: 'draft',
  questions: {
    version: 1,
    sections: [
      {
        key: 's1',
        title: 'Your work',
        questions: [
          { key: 'q1', type: 'short', text: 'First question', required: true },
          { key: 'q2', type: 'short', text: 'Second question', required: true },
        ],
      },
    ],
  },
  minutes: 1,
  opensOn: null,
  closesOn: null,
  releasesOn: null,
  repeatWeeks: null,
  problem: null,
  purpose: '',
  audience: { kind: 'everybody' },
  people: 48,
  smallestGroup: 5,
  answered: null,
  owner: null,
  openedAt: null,
  closedAt: null,
  releasedAt: null,
  anonymityReport: null,
  subject: null,
  phase: null,
  version: 3,
  ...more,
});

function builderServer(first: Partial<Survey> = {}) {
  let survey = aSurvey(first);
  const changes: SurveyChange[] = [];
  const moves: SurveyStateChange[] = [];
  return {
    changes,
    moves,
    answers: {
      'GET /api/surveys/aaaaaaaaaaaaaaaa': () => json(survey),
      'PATCH /api/surveys/aaaaaaaaaaaaaaaa': async (request: Request) => {
        const { version, ...change } = (await request.json()) as SurveyChange;
        changes.push({ version, ...change });
        if (version !== survey.version)
          return json({ code: 'conflict', message: 'Changed', requestId: 'r', theirs: survey }, 409);
        survey = { ...survey, ...(change as Partial<Survey>), version: version + 1 };
        return json(survey);
      },
      'PUT /api/surveys/aaaaaaaaaaaaaaaa/state': async (request: Request) => {
        const move = (await request.json()) as SurveyStateChange;
        moves.push(move);
        if (move.version !== survey.version)
          return json({ code: 'conflict', message: 'Changed', requestId: 'r', theirs: survey }, 409);
        survey = { ...survey, state: move.state, version: survey.version + 1 };
        return json(survey);
      },
    },
    changeElsewhere: (more: Partial<Survey>) => {
      survey = { ...survey, ...more, version: survey.version + 1 };
    },
  };
}
const start = (answers: object, drafts = fakeDrafts(), query = '') =>
  show(
    <Routes>
      <Route path="/survey/edit/:surveyId" element={<Builder />} />
    </Routes>,
    {
      client: {
        user: aUser(),
        at: `/survey/edit/aaaaaaaaaaaaaaaa${query}`,
        answers: answers as never,
        drafts,
      },
    },
  );

const scrollIntoView = jest.fn();
beforeAll(() => {
  Element.prototype.scrollIntoView = scrollIntoView; // jsdom has no layout
});

it('opens an added question with the focus in its text, and shows a selected one', async () => {
  const { answers } = builderServer();
  const { user } = start(answers);
  await user.click(await screen.findByRole('button', { name: 'Add question' }));
  const text = await screen.findByLabelText('Text');
  expect(screen.getByRole('heading', { name: 'Question 3' })).toBeInTheDocument();
  expect(text).toHaveFocus();
  scrollIntoView.mockClear();
  const second = screen.getByRole('button', { name: /Second question/ });
  await user.click(second);
  expect(await screen.findByRole('heading', { name: 'Question 2' })).toBeInTheDocument();
  expect(second).toHaveFocus();
  await waitFor(() => expect(scrollIntoView).toHaveBeenCalled());
});

it('opens the first question with the focus in its text, and says that the text is missing', async () => {
  const questions: Survey['questions'] = { version: 1, sections: [{ key: 's1', title: '', questions: [] }] };
  const { user } = start(builderServer({ questions }).answers);
  expect(await screen.findByText('Draft. No questions yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add question' }));
  expect(await screen.findByLabelText('Text')).toHaveFocus();
  expect(screen.getByText('1 question has no text')).toBeVisible();
  expect(screen.queryByText('No problems in the questions')).toBeNull();
  await user.keyboard('I have the tools for my work.');
  expect(screen.queryByText('1 question has no text')).toBeNull();
  expect(screen.getByText('No problems in the questions')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Type'), 'Single choice');
  expect(screen.getByText('1 question is not complete')).toBeVisible();
  expect(screen.queryByText('No problems in the questions')).toBeNull();
});

it('edits, moves and duplicates questions by keyboard, and saves the draft', async () => {
  const { changes, answers } = builderServer();
  const { user } = start(answers);
  const text = await screen.findByLabelText('Text');
  await user.clear(text);
  await user.paste('My first');
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(screen.getByText('Moved to 2 of 2')).toBeInTheDocument();
  await user.click(screen.getByLabelText('Duplicate question'));
  await user.selectOptions(screen.getByLabelText('Type'), 'Single choice');
  await user.click(screen.getByLabelText('Option 1'));
  await user.paste('Yes');
  await user.click(screen.getByLabelText('Option 2'));
  await user.paste('No');
  expect(screen.getByText('Open survey')).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByText('Save draft'));
  expect(await screen.findByText(/cannot be changed after opening/)).toBeInTheDocument();
  expect(changes[0]?.questions?.sections[0]?.questions).toEqual([
    { key: 'q2', type: 'short', text: 'Second question', required: true },
    { key: 'q1', type: 'short', text: 'My first', required: true },
    {
      key: expect.any(String),
      type: 'single',
      text: 'My first',
      required: true,
      options: [
        { key: expect.any(String), text: 'Yes' },
        { key: expect.any(String), text: 'No' },
      ],
    },
  ]);
});

it('shows how many people are asked before it opens a survey, and announces that it is open', async () => {
  const { moves, answers } = builderServer();
  const { user, client } = start(answers);
  await user.click(await screen.findByRole('button', { name: 'Open survey' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/48 people will be asked/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Open survey' }));
  expect(await screen.findByRole('button', { name: 'Close survey' })).toBeInTheDocument();
  expect(moves).toEqual([{ state: 'open', version: 3 }]);
  await waitFor(() => expect(selectToast(client.state())?.text).toBe('“Summer pulse” is open.'));
});

it('shows the other person’s version after a conflict, and lets the user choose', async () => {
  const { changeElsewhere, answers } = builderServer();
  const { user } = start(answers);
  const text = await screen.findByLabelText('Text');
  await user.click(text);
  await user.paste(' of mine');
  changeElsewhere({ surveyName: 'Their name' });
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Changed by someone else')).toBeInTheDocument();
  expect(text).toHaveValue('First question of mine');
  // In the summary, and below the button after another click.
  const choose = /^Other changes were saved in the meantime\./;
  expect(await screen.findAllByText(choose)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findAllByText(choose)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Replace it with yours' }));
  expect(await screen.findByText(/cannot be changed after opening/)).toBeInTheDocument();
  expect(screen.queryByText('Changed by someone else')).not.toBeInTheDocument();
});

it('gives an added question and option keys that were not used before', async () => {
  const first = aSurvey().questions;
  const options = ['o1', 'o2', 'o3'].map((key) => ({ key, text: `Option ${key}` }));
  const question = { key: 'q2', type: 'single' as const, text: 'Second question', required: true, options };
  const { changes, answers } = builderServer({
    questions: { ...first, sections: [{ ...first.sections[0]!, questions: [question] }] },
  });
  const { user } = start(answers);
  await user.click(await screen.findByRole('button', { name: 'Remove option 3' }));
  await user.click(screen.getByRole('button', { name: 'Add option' }));
  await user.type(screen.getByRole('textbox', { name: 'Option 3' }), 'Another');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(changes).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Delete question' }));
  await user.click(await screen.findByRole('button', { name: 'Add question' }));
  await user.type(await screen.findByLabelText('Text'), 'Another question');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(changes).toHaveLength(2));
  const [changed, added] = changes.map(({ questions }) => questions?.sections[0]?.questions[0]);
  const keys = changed && 'options' in changed ? changed.options.map(({ key }) => key) : [];
  expect(keys).toEqual(['o1', 'o2', expect.stringMatching(/^[a-z0-9]{16}$/)]);
  expect(added).toMatchObject({ key: expect.stringMatching(/^[a-z0-9]{16}$/), text: 'Another question' });
});

it('opens the next question after a deletion, and undoes the deletion', async () => {
  const { user } = start(builderServer().answers);
  await user.dblClick(await screen.findByRole('button', { name: 'Delete question' }));
  expect(screen.getByLabelText('Text')).toHaveValue('Second question');
  expect(
    screen.getByText('“First question” is deleted.', { selector: '[role="status"]' }),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByLabelText('Text')).toHaveValue('First question');
  await user.click(screen.getByRole('button', { name: /Second question/ }));
  screen.getByRole('button', { name: 'Delete question' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: 'Question 1' })).toHaveFocus();
  expect(screen.getByLabelText('Text')).toHaveValue('First question');
  await user.click(screen.getByRole('button', { name: 'Delete question' }));
  expect(screen.getByText('No questions yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('heading', { name: 'Question 1' })).toHaveFocus();
  expect(screen.getByLabelText('Text')).toHaveValue('First question');
  await user.type(screen.getByLabelText('Text'), '!');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('removes a section without questions, and keeps the last one', async () => {
  const { changes, answers } = builderServer();
  const { user } = start(answers);
  await user.click(await screen.findByRole('button', { name: 'Add section' }));
  expect(screen.queryByRole('button', { name: 'Remove section 1' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add section' }));
  await user.click(screen.getByRole('button', { name: 'Remove section 3' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(changes[0]?.questions?.sections.map(({ title }) => title)).toEqual(['Your work', 'New section']),
  );
});

it('keeps the chosen departments while another audience is selected', async () => {
  const departments = [{ departmentId: 4, name: 'Sales', parentId: null, people: 12 }];
  const { user } = start(
    {
      ...builderServer().answers,
      'GET /api/surveys/audience': () => json({ everybody: 48, departments, people: null }),
    },
    fakeDrafts(),
    '?show=people',
  );
  const ask = await screen.findByLabelText('Ask');
  await user.selectOptions(ask, 'Departments');
  await user.click(screen.getByRole('checkbox', { name: /Sales/ }));
  await user.selectOptions(ask, 'Selected people');
  expect(screen.queryByRole('checkbox', { name: /Sales/ })).toBeNull();
  await user.selectOptions(ask, 'Departments');
  expect(screen.getByRole('checkbox', { name: /Sales/ })).toBeChecked();
});

it('asks before it removes a language with texts', async () => {
  const { user } = start(builderServer().answers, fakeDrafts(), '?show=languages');
  const add = () => screen.findByLabelText('Add a language');
  await user.selectOptions(await add(), 'German');
  await user.click(screen.getByRole('button', { name: 'Remove German' }));
  expect(await screen.findByText('One language')).toBeVisible();

  await user.selectOptions(await add(), 'German');
  await user.type(screen.getByLabelText('1. First question'), 'Erste Frage');
  await user.click(screen.getByRole('button', { name: 'Remove German' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove German?' });
  expect(dialog).toHaveTextContent('1 translated text is removed.');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText('1. First question')).toHaveValue('Erste Frage');
  await user.click(screen.getByRole('button', { name: 'Remove German' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove German' }));
  expect(await screen.findByText('One language')).toBeVisible();
  await user.selectOptions(await add(), 'French');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks again after a reload which version to keep', async () => {
  const drafts = fakeDrafts();
  const { changeElsewhere, changes, answers } = builderServer();
  const before = start(answers, drafts);
  await before.user.click(await screen.findByLabelText('Text'));
  await before.user.paste(' of mine');
  before.unmount();
  changeElsewhere({ surveyName: 'Their name' });
  const { user } = start(answers, drafts);
  expect(await screen.findByText('Changed by someone else')).toBeInTheDocument();
  expect(screen.getByLabelText('Text')).toHaveValue('First question of mine');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(changes).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use the other version' }));
  expect(screen.getByLabelText('Text')).toHaveValue('First question');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Their name');
  expect(screen.queryByText('Changed by someone else')).not.toBeInTheDocument();
});

it('closes a survey and releases its results after a confirmation', async () => {
  const { moves, answers } = builderServer({ state: 'open', people: 12, answered: 9 });
  const { user } = start(answers);
  expect(await screen.findByText('9 of 12 people, 75%')).toBeInTheDocument();
  for (const name of ['Close survey', 'Release results']) {
    const button = await screen.findByRole('button', { name });
    // Closing cannot be undone, so it is not the main action.
    expect(button.matches('.button-primary')).toBe(name === 'Release results');
    await user.click(button);
    const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name });
    expect(confirm.matches('.button-danger-final')).toBe(name === 'Close survey');
    const open = screen.queryByText('3 of 12 people have not answered and can no longer do so.');
    expect(open !== null).toBe(name === 'Close survey');
    await user.click(confirm);
  }
  const results = await screen.findByRole('link', { name: 'View results' });
  await waitFor(() => expect(results).toHaveFocus());
  expect(moves.map(({ state }) => state)).toEqual(['closed', 'released']);
});

it.each([
  ['Archive draft', {}],
  ['Archive survey', { state: 'closed', people: 12, answered: 2 }],
] as const)('archives a survey without results: %s', async (name, survey) => {
  const { moves, answers } = builderServer(survey);
  const { user } = start(answers);
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.queryByText(/ Programs that use it and are not launched yet need another survey\.$/) !== null,
  ).toBe(name === 'Archive draft');
  const confirm = dialog.getByRole('button', { name });
  expect(confirm).toHaveClass('button-danger-final');
  await user.click(confirm);
  await waitFor(() => expect(moves.map(({ state }) => state)).toEqual(['archived']));
  expect(await screen.findByText('Archived')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'View results' })).toBeNull();
  expect(screen.queryByRole('button', { name })).toBeNull();
});

it.each<[string, Partial<Survey>, boolean]>([
  ['is released', {}, true],
  ['repeats by itself', { repeatWeeks: 4 }, false],
  ['has a next round', { hasNextRound: true }, false],
])(
  'offers to repeat a survey only if it can have a next round: one that %s',
  async (_what, more, isOffered) => {
    start(builderServer({ state: 'released', people: 12, answered: 9, ...more }).answers);
    await screen.findByRole('button', { name: 'Duplicate survey' });
    expect(screen.queryByRole('button', { name: 'Repeat survey' }) !== null).toBe(isOffered);
  },
);

it('counts the answers that arrive before the question whether to close', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { changeElsewhere, answers } = builderServer({ state: 'open', people: 1, answered: 0 });
  start(answers);
  expect(await screen.findByText('0 of 1 person, 0%')).toBeInTheDocument();
  changeElsewhere({ answered: 1 });
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  expect(await screen.findByText('1 of 1 person, 100%')).toBeInTheDocument();
});

it('closes a survey that someone else changed with the next try', async () => {
  const { changeElsewhere, moves, answers } = builderServer({ state: 'open', people: 12, answered: 9 });
  const { user } = start(answers);
  await user.click(await screen.findByRole('button', { name: 'Close survey' }));
  const close = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close survey' });
  changeElsewhere({ surveyName: 'Their name' });
  await user.click(close);
  expect(await screen.findByText('Changed')).toBeInTheDocument();
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Their name', hidden: true }),
  ).toBeInTheDocument();
  await user.click(close);
  expect(await screen.findByRole('button', { name: 'Release results' })).toBeInTheDocument();
  expect(moves.map(({ version }) => version)).toEqual([3, 4]);
});

const SUBJECT = { userId: 7, firstName: 'Lena', lastName: 'Fischer', initials: 'LF', userAvatar: null };
const aRatersList = (more: Partial<Raters> = {}): Raters => ({
  surveyId: 'aaaaaaaaaaaaaaaa',
  surveyName: 'Summer pulse',
  subject: SUBJECT,
  state: 'draft',
  phase: 'preparing',
  closesOn: null,
  version: 4,
  isSubject: false,
  isRunner: true,
  raters: [],
  suggested: [],
  progress: null,
  ...more,
});
function feedbackServer(progress: Pick<NonNullable<Raters['progress']>, 'isSelfDone' | 'isEnough'>) {
  const server = builderServer({ state: 'open', mode: 'confidential', subject: SUBJECT });
  const raters = () =>
    aRatersList({
      state: server.moves.at(-1)?.state ?? 'open',
      phase: null,
      progress: {
        groups: [{ group: 'peer', asked: 3, answered: 3 }],
        ...progress,
        from: '2026-12-02',
        latest: '2026-12-09',
      },
    });
  return {
    moves: server.moves,
    answers: { ...server.answers, 'GET /api/surveys/aaaaaaaaaaaaaaaa/raters': () => json(raters()) },
  };
}

it.each([
  [2, 'Choose at least 3 peers or direct reports and save the list before you open the survey.', false],
  [3, 'Questions and protection cannot be changed after opening.', true],
])('says before the dialog whether %i raters are enough', async (count, hint, isPrimary) => {
  const { answers } = builderServer({ subject: SUBJECT, phase: 'preparing' });
  const raters = Array.from({ length: count }, (_, n) => ({
    person: { ...SUBJECT, userId: 20 + n },
    group: 'peer' as const,
  }));
  start({ ...answers, 'GET /api/surveys/aaaaaaaaaaaaaaaa/raters': () => json(aRatersList({ raters })) });
  expect(await screen.findByText(hint, { selector: '#before-opening' })).toBeVisible();
  const open = screen.getByRole('button', { name: 'Open survey' });
  expect(open.matches('.button-primary')).toBe(isPrimary);
  expect(open.getAttribute('aria-disabled')).toBe(isPrimary ? null : 'true');
});

it('asks again after a reload which list of raters to keep', async () => {
  const drafts = fakeDrafts();
  const server = builderServer({ mode: 'confidential', subject: SUBJECT, phase: 'preparing' });
  const rater = (userId: number, firstName: string) => ({
    person: { userId, firstName, lastName: 'Berg', initials: 'B', userAvatar: null },
    group: 'peer' as const,
  });
  const list = { version: 4, raters: [rater(1, 'Ada'), rater(2, 'Ben')] };
  const answers = {
    ...server.answers,
    'GET /api/surveys/aaaaaaaaaaaaaaaa/raters': () => json(aRatersList(list)),
  };
  const before = start(answers, drafts, '?show=people');
  await before.user.click(await screen.findByRole('button', { name: 'Remove Ada Berg' }));
  before.unmount();
  Object.assign(list, { version: 5, raters: [rater(1, 'Ada'), rater(3, 'Cem')] });
  const { user } = start(answers, drafts, '?show=people');
  expect(await screen.findByText('Changed by someone else')).toBeInTheDocument();
  expect(screen.queryByText('Ada Berg')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use the other version' }));
  expect(screen.getByText('Cem Berg')).toBeInTheDocument();
  expect(screen.queryByText('Changed by someone else')).not.toBeInTheDocument();
});

it('saves the list of raters after the draft, and asks which list to keep if someone else saved another one', async () => {
  const server = builderServer({ mode: 'confidential', subject: SUBJECT, phase: 'preparing' });
  const rater = (userId: number, firstName: string) => ({
    person: { userId, firstName, lastName: 'Berg', initials: 'B', userAvatar: null },
    group: 'peer' as const,
  });
  const list = { raters: [rater(1, 'Ada'), rater(2, 'Ben'), rater(3, 'Cem')] };
  const RATERS = '/api/surveys/aaaaaaaaaaaaaaaa/raters';
  const current = async () => {
    const survey = (await server.answers['GET /api/surveys/aaaaaaaaaaaaaaaa']().json()) as Survey;
    return aRatersList({ ...list, version: survey.version });
  };
  const saved: RatersChange[] = [];
  const answers = {
    ...server.answers,
    [`GET ${RATERS}`]: async () => json(await current()),
    [`PUT ${RATERS}`]: async (request: Request) => {
      const change = (await request.json()) as RatersChange;
      if (change.version !== (await current()).version) return problem(409, 'conflict');
      saved.push(change);
      list.raters = list.raters.filter(({ person }) =>
        change.raters.some(({ userId }) => userId === person.userId),
      );
      server.changeElsewhere({});
      return json(await current());
    },
  };
  const { user } = start(answers, fakeDrafts(), '?show=people');
  await user.type(await screen.findByLabelText('Name'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save draft' })).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Remove Ada Berg' }));
  await user.click(screen.getByRole('button', { name: 'Save list' }));
  await waitFor(() => expect(saved).toHaveLength(1));

  list.raters = [rater(2, 'Ben'), rater(4, 'Dora')];
  server.changeElsewhere({});
  await user.click(screen.getByRole('button', { name: 'Remove Cem Berg' }));
  await user.click(screen.getByRole('button', { name: 'Save list' }));
  expect(await screen.findByText('Changed by someone else')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use the other version' }));
  expect(screen.getByText('Dora Berg')).toBeInTheDocument();
});

it('warns before feedback closes without the answers of the person, and then only archives it', async () => {
  const { moves, answers } = feedbackServer({ isSelfDone: false, isEnough: true });
  const { user } = start(answers);
  expect(await screen.findByText(/^After Lena Fischer has answered about themselves/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close survey' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Without these answers there is no report/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Close survey' }));
  const card = await screen.findByRole('complementary', { name: 'No report' });
  expect(card).toHaveTextContent(/Lena Fischer did not answer about themselves/);
  expect(screen.queryByText(/can be released/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Release results' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Archive survey' }));
  const archive = within(await screen.findByRole('dialog'));
  expect(archive.getByText(/It has no report/)).toBeInTheDocument();
  await user.click(archive.getByRole('button', { name: 'Archive survey' }));
  await waitFor(() => expect(moves.map(({ state }) => state)).toEqual(['closed', 'archived']));
  expect(await screen.findByRole('complementary', { name: 'No report' })).toBeInTheDocument();
  expect(screen.queryByText(/The report is released/)).not.toBeInTheDocument();
});

it('offers the release of closed feedback when its report is possible', async () => {
  for (const isEnough of [false, true]) {
    const { answers } = feedbackServer({ isSelfDone: true, isEnough });
    const { user, unmount } = start(answers);
    await user.click(await screen.findByRole('button', { name: 'Close survey' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(/no report/)).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Close survey' }));
    const sentence = isEnough
      ? 'The report can be released.'
      : 'It can be released from Dec 2 with enough answers, and from Dec 9 with fewer.';
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryAllByRole('button', { name: 'Release results' })).toHaveLength(isEnough ? 1 : 0),
    );
    expect(screen.queryByRole('button', { name: 'Archive survey' })).not.toBeInTheDocument();
    unmount();
  }
});

it('previews the draft with its conditions, and stores nothing', async () => {
  const options = [
    { key: 'y', text: 'Yes' },
    { key: 'n', text: 'No' },
  ];
  const home = { key: 'q1', type: 'single', text: 'Do you work at home?', required: true, options } as const;
  const desk = { key: 'q2', type: 'short', text: 'Where?', required: false } as const;
  const shownIf = { question: 'q1', oneOf: ['y'] };
  const sections = [{ key: 's1', title: '', questions: [home, { ...desk, shownIf }] }];
  const { changes, answers } = builderServer({ questions: { version: 1, sections } });
  const { user } = start(answers);
  await user.click(await screen.findByRole('link', { name: 'Preview' }));
  for (const [answer, next, then] of [
    ['No', 'Submit answers', 'End of the preview'],
    ['Yes', 'Next', 'Where?'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Do you work at home?');
    await user.click(screen.getByRole('radio', { name: answer }));
    await user.click(screen.getByRole('button', { name: next }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(then);
    const again = screen.queryByRole('button', { name: 'Start again' });
    if (again) await user.click(again);
  }
  await user.click(screen.getByRole('link', { name: 'Back to the draft' }));
  expect(screen.getByLabelText('Text')).toHaveValue('Do you work at home?');
  expect(changes).toEqual([]);
});

it.each([
  ['Don’t you agree that planning works?', [['leading', 'Don’t you agree that']]],
  ['My manager gives clear and fair feedback.', [['double', 'clear and fair']]],
  ['My manager always has time for me.', [['absolute', 'always']]],
  ['My workload fits into my working hours.', []],
  [Array(26).fill('word').join(' '), [['long', null]]],
])('finds wording that makes a question hard to answer honestly: %s', (text, problems) => {
  expect(lintQuestion({ text }).map(({ kind, range }) => [kind, range && text.slice(...range)])).toEqual(
    problems,
  );
});

it.each([
  [
    'My manager gives clear and fair feedback.',
    ['My manager gives clear feedback.', 'My manager gives fair feedback.'],
  ],
  ['My equipment and accounts were ready.', undefined],
  ['My manager and team support me.', undefined],
  ['My manager is helpful and answers my questions.', undefined],
])('offers to split a question only if both parts are sentences: %s', (text, texts) => {
  const [double] = lintQuestion({ text });
  expect([double?.kind, double?.fix?.texts]).toEqual(['double', texts]);
});

it('has templates without wording that the check finds', () => {
  const questions = templates.flatMap((template) =>
    template.questions.sections.flatMap((one) => one.questions),
  );
  expect(questions.length).toBeGreaterThan(0);
  expect(questions.flatMap(lintQuestion)).toEqual([]);
});

it('finds people in a reporting line that is too long for a list', async () => {
  const person = { userId: 31, firstName: 'Dora', lastName: 'Berg', initials: 'DB', userAvatar: null };
  const server = builderServer({ audience: { kind: 'people', userIds: [30] } });
  const { user } = start({
    ...server.answers,
    'GET /api/surveys/audience': ({ url }: Request) => {
      const search = new URL(url).searchParams.get('search');
      return json({ everybody: 700, departments: [], people: search === 'do' ? [person] : [] });
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'People and protection' }));
  await user.type(await screen.findByRole('combobox', { name: 'Add a person' }), 'do');
  await user.click(await screen.findByRole('option', { name: /Dora Berg/ }));
  expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(2);
});

describe('a draft that the server refuses', () => {
  const refusedFields = (fields: Record<string, string>, first: Partial<Survey> = {}) => {
    let isRefused = false;
    const server = builderServer(first);
    const patch = server.answers['PATCH /api/surveys/aaaaaaaaaaaaaaaa'];
    const view = start({
      ...server.answers,
      'GET /api/surveys/audience': () => json({ everybody: 48, departments: [], people: null }),
      'PATCH /api/surveys/aaaaaaaaaaaaaaaa': (request: Request) =>
        isRefused
          ? json({ code: 'not-possible', message: 'Correct the marked fields.', requestId: 'r', fields }, 422)
          : patch(request),
    });
    return {
      ...view,
      refuse: () => {
        isRefused = true;
      },
    };
  };

  it('marks and focuses the first wrong field, and no longer says that an earlier draft is saved', async () => {
    const { user, client, refuse } = refusedFields({ closesOn: 'is before the first day' });
    await user.click(await screen.findByRole('tab', { name: 'People and protection' }));
    const name = await screen.findByLabelText('Name');
    await user.type(name, '!');
    await user.click(screen.getByText('Save draft'));
    await waitFor(() => expect(selectToast(client.store.getState())?.text).toBe('The draft is saved.'));
    refuse();
    await user.type(name, '!');
    await user.click(screen.getByText('Save draft'));
    const last = screen.getByLabelText('Last day');
    await waitFor(() => expect(last).toHaveFocus());
    expect(last).toBeInvalid();
    expect(last).toHaveAccessibleDescription(/Last day is before the first day$/);
    expect(selectToast(client.store.getState())).toBeNull();
    await user.click(name);
    await user.click(screen.getByRole('link', { name: 'Last day is before the first day' }));
    expect(last).toHaveFocus();
    await user.click(screen.getByText('Discard changes'));
    expect(last).toBeValid();
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  it('opens the tab and the question of the field', async () => {
    const { user, refuse } = refusedFields({
      'questions.sections.0.questions.1.text': 'is missing',
      closesOn: 'is in the past',
    });
    refuse();
    await user.click(await screen.findByRole('tab', { name: 'People and protection' }));
    await user.type(await screen.findByLabelText('Name'), '!');
    await user.click(screen.getByText('Save draft'));
    expect(await screen.findByRole('heading', { name: 'Question 2' })).toBeInTheDocument();
    const text = screen.getByLabelText('Text');
    await waitFor(() => expect(text).toHaveFocus());
    expect(text).toHaveAccessibleDescription('Text is missing');
    await user.click(screen.getByRole('link', { name: 'Last day is in the past' }));
    await waitFor(() => expect(screen.getByLabelText('Last day')).toHaveFocus());
    await user.click(screen.getByRole('link', { name: 'Question 2: Text is missing' }));
    await waitFor(() => expect(screen.getByLabelText('Text')).toHaveFocus());
  });
});

it('keeps a new draft whose template was not applied, and applies it with the next try', async () => {
  const draft = aSurvey({ surveyName: 'Winter pulse', version: 1 });
  const calls: string[] = [];
  const { user, client } = show(<NewSurveyDialog onClose={() => {}} />, {
    client: {
      at: '/survey',
      answers: {
        'POST /api/surveys': () => {
          calls.push('create');
          return json(draft);
        },
        'PATCH /api/surveys/aaaaaaaaaaaaaaaa': () => {
          calls.push('change');
          return calls.length === 2 ? problem(422, 'not-possible') : json({ ...draft, version: 2 });
        },
      },
    },
  });
  await user.type(await screen.findByLabelText(/^Name/), 'Winter pulse');
  await user.selectOptions(screen.getByLabelText('Start with'), 'Program feedback');
  await user.click(screen.getByRole('button', { name: 'Create draft' }));
  expect(await screen.findByText('The questions were not added')).toBeInTheDocument();
  expect(screen.getByText(/was created as a draft without the questions/)).toBeVisible();
  expect(selectPath(client.state())).toBe('/survey');
  await user.click(screen.getByRole('button', { name: 'Add questions' }));
  await waitFor(() => expect(selectPath(client.state())).toBe('/survey/edit/aaaaaaaaaaaaaaaa'));
  expect(calls).toEqual(['create', 'change', 'change']);
});
