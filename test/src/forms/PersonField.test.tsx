import { screen } from '@testing-library/react';
import { useState } from 'react';
import { PersonField } from '#src/forms/PersonField.tsx';
import { show } from '#test/src/support/show.tsx';

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
