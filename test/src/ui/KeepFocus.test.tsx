import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from '#src/ui/Dialog.tsx';
import { KeepFocus } from '#src/ui/KeepFocus.tsx';
import { MoreRows } from '#src/ui/MoreRows.tsx';
import { letDialogsOpen } from '../support/dialogs.ts';

letDialogsOpen();

function Invitation() {
  const [isAccepted, setAccepted] = useState(false);
  return (
    <KeepFocus>
      <h1>Leading well</h1>
      <section>
        <h2 className="visually-hidden">Topics</h2>
        {isAccepted ? (
          <form>
            <h2>What do you want to get better at?</h2>
            <input aria-label="Listening" />
          </form>
        ) : (
          <div>
            <button type="button" onClick={() => setAccepted(true)}>
              Accept
            </button>
          </div>
        )}
      </section>
    </KeepFocus>
  );
}

it('gives the focus of a button that went away to the heading of what came in its place', async () => {
  const user = userEvent.setup();
  render(<Invitation />);
  await user.tab();
  await user.keyboard('{Enter}');
  const heading = screen.getByRole('heading', { name: 'What do you want to get better at?' });
  await waitFor(() => expect(heading).toHaveFocus());
  await user.tab();
  expect(screen.getByLabelText('Listening')).toHaveFocus();
});

function Waiver() {
  const [isAsked, setAsked] = useState(false);
  const [isWaived, setWaived] = useState(false);
  return (
    <KeepFocus>
      <h2>Another thing</h2>
      <ul>
        <li>
          <h3>Read why</h3>
          {!isWaived && (
            <button type="button" onClick={() => setAsked(true)}>
              Waive
            </button>
          )}
        </li>
      </ul>
      {isAsked && (
        <Dialog title="Waive it?" onClose={() => setAsked(false)}>
          <button
            type="button"
            onClick={() => {
              setAsked(false);
              setWaived(true);
            }}
          >
            Yes
          </button>
        </Dialog>
      )}
    </KeepFocus>
  );
}

it('returns from a dialog to where it was opened, or near it when that is gone', async () => {
  const user = userEvent.setup();
  render(<Waiver />);
  await user.click(screen.getByRole('button', { name: 'Waive' }));
  screen.getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Waive' })).toHaveFocus());
  await user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Yes' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Read why' })).toHaveFocus());
});

function List() {
  const [count, setCount] = useState(2);
  return (
    <div>
      <ul>
        {Array.from({ length: count }, (_, at) => (
          <li key={at}>
            <a href={`#${at}`}>Row {at}</a>
          </li>
        ))}
      </ul>
      {count < 4 && <MoreRows label="Show more" isBusy={false} onMore={async () => setCount(4)} />}
    </div>
  );
}

it('goes on with the first row that came when a longer list was asked for', async () => {
  const user = userEvent.setup();
  render(<List />);
  screen.getByRole('button', { name: 'Show more' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Row 1' })).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('link', { name: 'Row 2' })).toHaveFocus();
});
