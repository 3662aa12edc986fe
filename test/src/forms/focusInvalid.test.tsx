import { screen, waitFor } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Actions } from '#src/surveys/results/Actions.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { show } from '#test/src/support/show.tsx';

/** Each submit finds the same errors after this time. */
function AForm({ after }: { after: Promise<void> }) {
  const [hasErrors, setErrors] = useState(false);
  const [texts, setTexts] = useState({ first: '', second: '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void after.then(() => setErrors(true));
  };
  return (
    <form ref={focusInvalid} onSubmit={submit}>
      <TextField
        label="First"
        value={texts.first}
        onChange={(first) => setTexts({ ...texts, first })}
        error={hasErrors && texts.first === '' ? 'First is missing' : null}
      />
      <TextField
        label="Second"
        value={texts.second}
        onChange={(second) => setTexts({ ...texts, second })}
        error={hasErrors && texts.second === '' ? 'Second is missing' : null}
      />
      <Button type="submit">Save</Button>
    </form>
  );
}
const field = (name: string) => screen.getByRole('textbox', { name });

it('moves the focus to the first field with an error, at each submit', async () => {
  const { user } = show(<AForm after={Promise.resolve()} />);
  for (const _attempt of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field('First')).toHaveFocus());
    expect(field('First')).toHaveAccessibleDescription('First is missing');
  }
  await user.type(field('First'), 'a');
  expect(field('First')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field('Second')).toHaveFocus());
});

it('leaves the focus where the user goes on typing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user } = show(<AForm after={promise} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(field('Second'), 'a');
  resolve();
  expect(await screen.findByText('First is missing')).toBeInTheDocument();
  expect(field('Second')).toHaveFocus();
});

it('moves the focus to the first missing field of an action, and marks all', async () => {
  const { user } = show(<Actions surveyId={'s'.repeat(16)} actions={[]} />);
  await user.click(screen.getByRole('button', { name: 'Add action' }));
  const text = screen.getByRole('textbox', { name: 'What will be done' });
  await user.click(screen.getByRole('button', { name: 'Save action' }));
  await waitFor(() => expect(text).toHaveFocus());
  expect(text).toHaveAccessibleDescription('Write what will be done.');
  expect(screen.getByLabelText('Due')).toHaveAccessibleDescription('Choose a day.');
  await user.type(text, 'Fewer meetings');
  await user.click(screen.getByRole('button', { name: 'Save action' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Owner' })).toHaveFocus());
  expect(screen.getByRole('combobox', { name: 'Owner' })).toHaveAccessibleDescription('Choose a person.');
});
