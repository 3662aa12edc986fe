import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { PeopleImport } from '#contract/administration/import.ts';
import ImportCheck from '#src/admin/import/ImportCheck.tsx';
import ImportColumns from '#src/admin/import/ImportColumns.tsx';
import ImportRun from '#src/admin/import/ImportRun.tsx';
import ImportUpload from '#src/admin/import/ImportUpload.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { anImport, importId } from '#test/fixtures/peopleImport.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const path = `/admin/people/import/${importId}`;
const call = `/api/admin/people/import/${importId}`;
const found = { create: 1_940, update: 41, unchanged: 12, skip: 0, error: 7, values: 57, departments: 4 };
const rows: Record<string, Answer> = {
  [`GET ${call}/rows`]: ({ url }) =>
    json(
      new URL(url).searchParams.get('outcome') === 'error'
        ? {
            data: [
              {
                line: 1_204,
                person: '',
                problems: [
                  {
                    column: 'Surname',
                    reason: 'The last name is missing.',
                    advice: 'Fill in the last name.',
                  },
                  {
                    column: 'E-Mail',
                    reason: '“callum” is not an email address.',
                    advice: 'Write one address.',
                  },
                ],
                changes: [],
              },
            ],
            next: null,
          }
        : {
            data: [
              {
                line: 8,
                person: 'Jonah Reyes',
                problems: [],
                changes: [{ field: 'title', before: 'Service agent', after: 'Shift lead' }],
              },
            ],
            next: null,
          },
    ),
};
const open = (at: string, answers: Record<string, Answer>) =>
  show(
    <Routes>
      <Route path="/admin/people/import" element={<ImportUpload />} />
      <Route path="/admin/people/import/:importId/columns" element={<ImportColumns />} />
      <Route path="/admin/people/import/:importId/check" element={<ImportCheck />} />
      <Route path="/admin/people/import/:importId/run" element={<ImportRun />} />
    </Routes>,
    { client: { at, user: aUser({ isAdmin: true }), answers: { ...rows, ...answers } } },
  );
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

it('shows the first rows of the chosen file, uploads it and continues with its columns', async () => {
  const sent: string[] = [];
  const { user } = open('/admin/people/import', {
    'GET /api/admin/people/import': () => json({ data: null }),
    'POST /api/admin/people/import': ({ url }) => {
      sent.push(new URL(url).searchParams.get('fileName') ?? '');
      return json(anImport());
    },
    [`GET ${call}`]: () => json(anImport()),
  });
  expect(await screen.findByRole('button', { name: 'Upload file' })).toHaveAttribute('aria-disabled', 'true');
  const file = new File(['\ufeffEmail;Name\r\na@acme.example;"Ann;\nB"\r\n'], 'some.csv', {
    type: 'text/csv',
  });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByRole('rowheader', { name: 'a@acme.example' })).toBeInTheDocument();
  expect(screen.getByText(/^Ann;\s+B$/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Upload file' }));
  await title('Match columns');
  expect(sent).toEqual(['some.csv']);
});

it('links to the import that is running', async () => {
  open('/admin/people/import', {
    'GET /api/admin/people/import': () => json({ data: anImport({ state: 'applying', found }) }),
  });
  expect(await screen.findByRole('link', { name: 'Show progress' })).toHaveAttribute('href', `${path}/run`);
  expect(screen.getByRole('button', { name: 'Upload file' })).toHaveAttribute('aria-disabled', 'true');
});

it('moves a field to the chosen column, and requires the mandatory fields', async () => {
  const bodies: unknown[] = [];
  const { user } = open(`${path}/columns`, {
    [`GET ${call}`]: () => json(anImport()),
    [`POST ${call}/check`]: async (request) => {
      bodies.push(await request.json());
      return json(anImport({ state: 'checked', found }));
    },
  });
  await title('Match columns');
  expect(screen.getByText('2 of 4 columns are matched as in your last import.')).toBeInTheDocument();
  const field = (column: string) => screen.getByRole('combobox', { name: `Field for ${column}` });
  await user.selectOptions(field('Personnel no.'), 'Last name');
  expect(field('Surname')).toHaveDisplayValue('Do not import');
  await user.selectOptions(field('E-Mail'), 'Do not import');
  expect(screen.getByText('Choose a column for email.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Check 2,000 rows' })).toHaveAttribute('aria-disabled', 'true');
  await user.selectOptions(field('E-Mail'), 'Email');
  await user.click(screen.getByRole('button', { name: 'Check 2,000 rows' }));
  await title('Check the import');
  expect(bodies).toEqual([
    { mapping: ['emailAddress', 'firstName', null, 'lastName'], createsDepartments: true },
  ]);
});

it('shows what would happen, offers the rows with errors as a file, and starts the import', async () => {
  let state: PeopleImport = anImport({ state: 'checked', found });
  const bodies: unknown[] = [];
  const { user, client } = open(`${path}/check`, {
    [`GET ${call}`]: () => json(state),
    [`GET ${call}/errors.csv`]: () =>
      new Response('Line,Reason', { headers: { 'content-type': 'text/csv' } }),
    [`POST ${call}/apply`]: async (request) => {
      bodies.push(await request.json());
      state = anImport({
        state: 'applying',
        found,
        startedAt: '2026-11-22T09:01:00.000Z',
        applied: { created: 1_214, updated: 26, refused: 0, departments: 4 },
      });
      return json(state);
    },
  });
  await title('Check the import');
  const errors = await screen.findByRole('table', { name: '7 rows with errors' });
  expect(
    within(errors).getByRole('row', { name: /^Line 1,204 No name Surname, E-Mail The last name is missing/ }),
  ).toBeVisible();
  expect(within(errors).getByText('“callum” is not an email address.')).toBeVisible();
  expect(await screen.findByText('Shift lead')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Download 7 rows' }));
  await waitFor(() => expect(client.effects).toContain('file rows-with-errors.csv saved'));
  await user.click(screen.getByRole('radio', { name: /^Send during the import/ }));
  await user.click(screen.getByRole('button', { name: 'Import 1,981 people' }));
  await title('Importing people');
  expect(bodies).toEqual([{ sendsInvitations: true }]);
  expect(screen.getByRole('progressbar', { name: 'Import' })).toHaveAttribute(
    'aria-valuetext',
    '1,240 of 1,981 people',
  );
});

it('announces the end of the check', async () => {
  let state = anImport({ state: 'checking' });
  open(`${path}/check`, { [`GET ${call}`]: () => json(state) });
  await title('Check the import');
  // The region exists before the result, so that screen readers notice the change.
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Checking 2,000 rows');
  state = anImport({ state: 'checked', found });
  await waitFor(
    () =>
      expect(status).toHaveTextContent(
        'The check has finished. 1,940 people would be created. 41 people would be updated. 7 rows have errors.',
      ),
    { timeout: 5_000 },
  );
  expect(status).toBeInTheDocument();
});

it('keeps the choices when the user goes back', async () => {
  const { user } = open(`${path}/check`, {
    [`GET ${call}`]: () => json(anImport({ state: 'checked', found, createsDepartments: false })),
  });
  await title('Check the import');
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await title('Match columns');
  expect(screen.getByRole('combobox', { name: 'Departments that do not exist yet' })).toHaveDisplayValue(
    'Report the row as an error',
  );
});

it.each([
  [{ ...found, error: 0 }, 0, 'All people in the file are in your organisation.'],
  [
    { ...found, error: 2, skip: 1 },
    1,
    '4 rows of the file were left out. The other people in the file are in your organisation.',
  ],
])('says whether rows were left out of a finished import', async (counts, refused, sentence) => {
  const applied = { created: 1, updated: 0, refused, departments: 0 };
  const startedAt = '2026-11-22T09:01:00.000Z';
  open(`${path}/run`, {
    [`GET ${call}`]: () => json(anImport({ state: 'done', found: counts, applied, startedAt })),
  });
  expect(await screen.findByText(sentence)).toBeVisible();
});

it('shows the result of an import that was cancelled', async () => {
  let state = anImport({ state: 'applying', found, startedAt: '2026-11-22T09:01:00.000Z' });
  const { user } = open(`${path}/run`, {
    [`GET ${call}`]: () => json(state),
    [`POST ${call}/cancel`]: () => {
      state = {
        ...state,
        state: 'cancelled',
        applied: { created: 400, updated: 0, refused: 0, departments: 1 },
      };
      return json(state);
    },
  });
  await screen.findByRole('progressbar', { name: 'Import' });
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Importing people');
  await user.click(screen.getByRole('button', { name: 'Cancel import' }));
  await title('Import cancelled');
  expect(status).toHaveTextContent('Import cancelled');
  expect(screen.getByText('400')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Check again' })).toHaveAttribute('href', `${path}/columns`);
});

it('shows the progress of an import that continues', async () => {
  open(`${path}/run`, {
    [`GET ${call}`]: () =>
      json(
        anImport({
          state: 'applying',
          found: { ...found, create: 700, update: 0, unchanged: 300 },
          startedAt: '2026-11-22T09:01:00.000Z',
          applied: { created: 400, updated: 0, refused: 0, departments: 1 },
          appliedEarlier: { created: 300, updated: 0, refused: 0, departments: 1 },
        }),
      ),
  });
  expect(await screen.findByRole('progressbar', { name: 'Import' })).toHaveAttribute(
    'aria-valuetext',
    '100 of 700 people',
  );
});

it('can still be reverted after the file was checked again', async () => {
  const startedAt = '2026-11-22T09:01:00.000Z';
  const revertUntil = '2026-11-23T09:02:00.000Z';
  const applied = { created: 400, updated: 0, refused: 0, departments: 1 };
  open(`${path}/run`, {
    [`GET ${call}`]: () => json(anImport({ state: 'checked', found, startedAt, applied, revertUntil })),
  });
  expect(await screen.findByRole('button', { name: 'Revert import' })).toBeVisible();
  expect(screen.getByText(/^The import has stopped\./)).toBeVisible();
  expect(screen.queryByText('This import has not started yet.')).toBeNull();
});

it.each([
  ['checking', 'Check failed', null],
  ['applying', 'Import failed', '2026-11-22T09:01:00.000Z'],
  ['reverting', 'Revert failed', '2026-11-22T09:01:00.000Z'],
] as const)(
  'names the step that failed while %s, and offers to check the file again',
  async (failedStep, name, startedAt) => {
    open(`${path}/run`, {
      [`GET ${call}`]: () => json(anImport({ state: 'failed', failedStep, startedAt, found })),
    });
    await title(name);
    expect(screen.getByRole('link', { name: 'Check again' })).toHaveAttribute('href', `${path}/columns`);
  },
);

it('shows what was imported after a file was checked again and its revert failed', async () => {
  const applied = { created: 400, updated: 0, refused: 0, departments: 1 };
  open(`${path}/run`, {
    [`GET ${call}`]: () =>
      json(
        anImport({
          state: 'failed',
          failedStep: 'reverting',
          found,
          startedAt: '2026-11-22T09:01:00.000Z',
          applied,
          appliedEarlier: applied,
        }),
      ),
  });
  expect(await screen.findByLabelText('Result of the import')).toHaveTextContent('Created400');
});

it('checks a file again after its import failed', async () => {
  open(`${path}/columns`, {
    [`GET ${call}`]: () => json(anImport({ state: 'failed', failedStep: 'applying', found })),
  });
  expect(await screen.findByRole('button', { name: 'Check 2,000 rows' })).not.toHaveAttribute(
    'aria-disabled',
  );
});

it('previews the effects of a revert, and lists values that could not be reverted', async () => {
  let state = anImport({
    state: 'done',
    found,
    startedAt: '2026-11-22T09:01:00.000Z',
    applied: { created: 3, updated: 2, refused: 0, departments: 1 },
    revertUntil: '2026-11-23T09:02:00.000Z',
  });
  const { user } = open(`${path}/run`, {
    [`GET ${call}`]: () => json(state),
    [`GET ${call}/revert`]: () =>
      json({
        withdrawn: 2,
        restored: 2,
        kept: 1,
        exceptions: [{ userId: 21, name: 'Jonah Reyes', reason: 'The invitation was accepted.' }],
      }),
    [`POST ${call}/revert`]: () => {
      state = { ...state, state: 'reverted', revertUntil: null };
      return json(state);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Revert import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revert this import?' }));
  expect(
    await dialog.findByText('2 new people who have not accepted the invitation are deactivated.'),
  ).toBeVisible();
  expect(dialog.getByText('The department that was created stays.')).toBeVisible();
  expect(dialog.getByText(/The invitation was accepted/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Revert import' }));
  await title('Import reverted');
  expect(await screen.findByText('Jonah Reyes')).toBeVisible();
  expect(screen.getByText('The changes of the import were reverted as far as possible.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show deactivated people' })).toBeVisible();
});

it('gives no advice about deactivated people after a complete revert of changes', async () => {
  const applied = { created: 0, updated: 2, refused: 0, departments: 0 };
  open(`${path}/run`, {
    [`GET ${call}`]: () =>
      json(anImport({ state: 'reverted', found, startedAt: '2026-11-22T09:01:00.000Z', applied })),
    [`GET ${call}/revert`]: () => json({ withdrawn: 0, restored: 2, kept: 0, exceptions: [] }),
  });
  expect(await screen.findByText('All changes of the import were reverted.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Import another file' })).toBeVisible();
  expect(screen.queryByText(/eactivated people/)).not.toBeInTheDocument();
});

it('shows that an import does not exist', async () => {
  open(`${path}/run`, {
    [`GET ${call}`]: () => json({ code: 'not-found', message: 'Not found.', requestId: 'r' }, 404),
  });
  expect(await screen.findByText('This import does not exist')).toBeInTheDocument();
});
