import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';

/** A button whose meaning changes to the opposite with each click. */
function Toggle() {
  const [isOn, setOn] = useState(false);
  return <Button onClick={() => setOn(!isOn)}>{isOn ? 'Turn off' : 'Turn on'}</Button>;
}

it('handles a double-click as one click, and a later click as another', async () => {
  const user = userEvent.setup();
  render(<Toggle />);
  await user.dblClick(screen.getByRole('button', { name: 'Turn on' }));
  const button = screen.getByRole('button', { name: 'Turn off' });
  fireEvent.click(button, { detail: 1 });
  expect(screen.getByRole('button', { name: 'Turn on' })).toBeInTheDocument();
});

it('handles a held key as one press', async () => {
  const user = userEvent.setup();
  render(<Toggle />);
  await user.tab();
  await user.keyboard('{Enter>4/}');
  expect(screen.getByRole('button', { name: 'Turn off' })).toBeInTheDocument();
});

it('ignores a quick second press of a key if the button means something else by then', async () => {
  const user = userEvent.setup();
  render(<Toggle />);
  await user.tab();
  await user.keyboard('{Enter}{Enter} ');
  const button = screen.getByRole('button', { name: 'Turn off' });
  await new Promise((resolve) => setTimeout(resolve, 600));
  await user.keyboard('{Enter}');
  expect(button).toHaveTextContent('Turn on');
});

it('takes quick presses of a key that always mean the same', async () => {
  const user = userEvent.setup();
  const onClick = jest.fn();
  render(<Button onClick={onClick}>Next</Button>);
  await user.tab();
  await user.keyboard('{Enter}{Enter}{Enter}');
  expect(onClick).toHaveBeenCalledTimes(3);
});

it('keeps the focus and ignores clicks when it becomes disabled', async () => {
  const user = userEvent.setup();
  const sent: string[] = [];
  function Form() {
    const [text, setText] = useState('Hello');
    const submit = (event: FormEvent) => {
      event.preventDefault();
      sent.push(text);
      setText('');
    };
    return (
      <form onSubmit={submit}>
        <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Button type="submit" disabled={text === ''}>
          Send
        </Button>
      </form>
    );
  }
  render(<Form />);
  const button = screen.getByRole('button', { name: 'Send' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  fireEvent.click(button, { detail: 1 });
  await user.type(screen.getByLabelText('Text'), '{Enter}');
  expect(sent).toEqual(['Hello']);
});

it('says what is missing when it is used, also with Enter in a field, until nothing is missing', async () => {
  const user = userEvent.setup();
  const sent: string[] = [];
  function Form() {
    const [text, setText] = useState('');
    const submit = (event: FormEvent) => {
      event.preventDefault();
      sent.push(text);
    };
    return (
      <form onSubmit={submit}>
        <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Button type="submit" missing={text === '' ? 'Write a text first.' : null}>
          Send
        </Button>
      </form>
    );
  }
  render(<Form />);
  const button = screen.getByRole('button', { name: 'Send' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button);
  expect(screen.getByRole('alert')).toHaveTextContent('Write a text first.');
  expect(button).toHaveAccessibleDescription('Write a text first.');
  await user.type(screen.getByLabelText('Text'), '{Enter}');
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('Text'), 'Hi{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual(['Hi']);
});
