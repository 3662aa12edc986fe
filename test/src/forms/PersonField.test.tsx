import { screen } from '@testing-library/react';
import { useState } from 'react';
import { AdminPersonField } from '#src/admin/people/AdminPersonField.tsx';
import { PersonField } from '#src/forms/PersonField.tsx';
import { CandidateField } from '#src/programs/setup/CandidateField.tsx';
import { aPeoplePage } from '#test/fixtures/adminPeople.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

/** Adds people to a list, so the field never has a value. */
function AddPeople() {
  const [added, setAdded] = useState<number[]>([]);
  return (
    <>
      <PersonField
        label="Add a person"
        value={null}
        without={added}
        onChange={(userId) => userId !== null && setAdded([...added, userId])}
      />
      <p>{`Added: ${added.join(', ')}`}</p>
    </>
  );
}

it('is empty again after a choice when it adds people to a list, by keyboard and mouse', async () => {
  const { user } = show(<AddPeople />);
  const field = screen.getByRole('combobox', { name: 'Add a person' });
  await user.type(field, 'mus{Enter}');
  expect(await screen.findByText(/^Added: \d+$/)).toBeInTheDocument();
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  await user.type(field, 'le');
  await user.click((await screen.findAllByRole('option'))[0]!);
  expect(await screen.findByText(/^Added: \d+, \d+$/)).toBeInTheDocument();
  expect(field).toHaveValue('');
});

it('says when no one matches', async () => {
  const { user } = show(<AddPeople />);
  await user.type(screen.getByRole('combobox', { name: 'Add a person' }), 'qqq');
  expect(
    await screen.findByText('No one has a name or email that starts with this text.'),
  ).toBeInTheDocument();
});

it.each([
  [
    'in the organisation',
    'GET /api/admin/people',
    aPeoplePage([]),
    <AdminPersonField key="admin" label="Add a person" value={null} onChange={() => {}} />,
  ],
  [
    'whom a program can reach',
    'GET /api/programs/candidates',
    { data: [] },
    <CandidateField
      key="candidates"
      programId={'p'.repeat(16)}
      label="Add a person"
      listLabel="People"
      help=""
      chosen={[]}
      known={[]}
      onChange={() => {}}
    />,
  ],
])(
  'does not say that no one matches if the search for a person %s failed',
  async (_who, route, none, form) => {
    const { user, client } = show(form, {
      client: { answers: { [route]: () => problem(500, 'internal') } },
    });
    const field = screen.getByRole('combobox', { name: 'Add a person' });
    await user.type(field, 'qqq');
    expect(
      await screen.findByText('The search failed. Change the text to search again.'),
    ).toBeInTheDocument();
    expect(screen.queryByText(/^No /)).toBeNull();
    client.api.on(route, () => json(none));
    await user.type(field, 'q');
    expect(await screen.findByText(/^No (one|match)/)).toBeInTheDocument();
  },
);
