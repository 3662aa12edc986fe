import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
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
