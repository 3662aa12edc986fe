import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import ToastCard from '#src/ui/feedback/ToastCard.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { RestoreFocus } from '#src/ui/overlays/RestoreFocus.tsx';

function Invitation() {
  const [isAccepted, setAccepted] = useState(false);
  return (
    <RestoreFocus place="/program">
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
    </RestoreFocus>
  );
}

it('moves the focus to the nearest heading when the focused button is removed', async () => {
  const user = userEvent.setup();
  render(<Invitation />);
  await user.tab();
  await user.keyboard('{Enter}');
  const heading = screen.getByRole('heading', { name: 'What do you want to get better at?' });
  await waitFor(() => expect(heading).toHaveFocus());
  await user.tab();
  expect(screen.getByLabelText('Listening')).toHaveFocus();
});

function Places() {
  const [place, setPlace] = useState('/program');
  return (
    <RestoreFocus place={place}>
      {place === '/program' ? (
        <button type="button" onClick={() => setPlace('/team')}>
          View team
        </button>
      ) : (
        <h1>Team</h1>
      )}
    </RestoreFocus>
  );
}

it('leaves the focus of a new screen to the navigation', async () => {
  const user = userEvent.setup();
  render(<Places />);
  await user.click(screen.getByRole('button', { name: 'View team' }));
  const heading = screen.getByRole('heading', { name: 'Team' });
  await act(async () => {}); // the observer runs
  expect(heading).not.toHaveFocus();
  expect(document.body).toHaveFocus();
});

function Waiver() {
  const [isNews, setNews] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isWaived, setWaived] = useState(false);
  return (
    <RestoreFocus place="/program">
      <h2>Another thing</h2>
      <button type="button" onClick={() => setNews(true)}>
        News
      </button>
      {isNews && (
        <Dialog title="News" onClose={() => setNews(false)}>
          Nothing new
        </Dialog>
      )}
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
              setWaived(true);
              // The dialog closes after the page behind it has changed.
              setTimeout(() => setAsked(false), 20);
            }}
          >
            Yes
          </button>
        </Dialog>
      )}
    </RestoreFocus>
  );
}

it('returns the focus from a dialog to its button, or near it if the button is gone', async () => {
  const user = userEvent.setup();
  render(<Waiver />);
  await user.click(screen.getByRole('button', { name: 'News' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'News' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Waive' }));
  screen.getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Waive' })).toHaveFocus());
  await user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Yes' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(async () => {}); // the dialog returns the focus
  expect(screen.getByRole('heading', { name: 'Read why' })).toHaveFocus();
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
      {count < 4 && <LoadMore label="Show more" isBusy={false} onMore={async () => setCount(4)} />}
    </div>
  );
}

it('moves the focus to the first new row after loading more', async () => {
  const user = userEvent.setup();
  render(<List />);
  screen.getByRole('button', { name: 'Show more' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Row 1' })).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('link', { name: 'Row 2' })).toHaveFocus();
});

function Rows({
  name,
  onRemove,
}: {
  name: string;
  onRemove: (rows: readonly string[]) => readonly string[];
}) {
  const [rows, setRows] = useState<readonly string[]>(['First', 'Second', 'Third', 'Fourth']);
  return (
    <RestoreFocus place="/">
      <section>
        <h2>Needs your attention</h2>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <a href={`#${row}`}>{row}</a>
              {row === name && (
                <button type="button" onClick={() => setRows(onRemove)}>
                  Snooze
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </RestoreFocus>
  );
}
const without =
  (...names: string[]) =>
  (rows: readonly string[]) =>
    rows.filter((row) => !names.includes(row));

it.each([
  ['the next row', 'Second', without('Second'), 'Third'],
  ['the next row after the first one', 'First', without('First'), 'Second'],
  ['the previous row at the end', 'Fourth', without('Fourth'), 'Third'],
  ['the row that took the place of several', 'Third', without('First', 'Second', 'Third'), 'Fourth'],
  ['a new row in its place', 'Second', () => ['First', 'New', 'Third'], 'New'],
] as const)('moves the focus from a removed row to %s', async (_target, name, onRemove, expected) => {
  const user = userEvent.setup();
  render(<Rows name={name} onRemove={onRemove} />);
  screen.getByRole('button', { name: 'Snooze' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('link', { name: expected })).toHaveFocus());
});

it('moves the focus to the heading when the last row is removed', async () => {
  const user = userEvent.setup();
  render(<Rows name="First" onRemove={() => []} />);
  screen.getByRole('button', { name: 'Snooze' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Needs your attention' })).toHaveFocus());
});

function Snoozing() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button">Next row</button>
      {isShown && (
        <ToastCard text="Snoozed." onUndo={() => setShown(false)} onClose={() => setShown(false)} />
      )}
    </>
  );
}

it('returns the focus when a toast is closed or its change is undone', async () => {
  const user = userEvent.setup();
  render(<Snoozing />);
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Next row' })).toHaveFocus();
});

/** A screen that opens a dialog because a link says so: at once, or when the navigation has moved the focus to it. */
function LinkedDialog({ opensAtOnce }: { opensAtOnce: boolean }) {
  const [isOpen, setOpen] = useState(opensAtOnce);
  return (
    <main id="main" tabIndex={-1}>
      <a href="#overview">Overview</a>
      <button type="button" onClick={() => setOpen(true)}>
        The link was opened
      </button>
      {isOpen && (
        <Dialog title="Assign" onClose={() => setOpen(false)}>
          Choose a department
        </Dialog>
      )}
    </main>
  );
}

it.each([
  ['before the navigation has moved the focus', true],
  ['after the navigation has moved the focus', false],
])('moves the focus to the screen after a dialog that a link opened %s', async (_when, opensAtOnce) => {
  const user = userEvent.setup();
  render(<LinkedDialog opensAtOnce={opensAtOnce} />);
  if (!opensAtOnce) {
    screen.getByRole('main').focus();
    fireEvent.click(screen.getByRole('button')); // moves no focus
  }
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(async () => {}); // the dialog returns the focus
  expect(screen.getByRole('main')).toHaveFocus();
});

function DialogFromDialog() {
  const [shown, setShown] = useState<'first' | 'second' | null>(null);
  return (
    <RestoreFocus place="/tokens">
      <h1>Tokens</h1>
      <button type="button" onClick={() => setShown('first')}>
        Create token
      </button>
      {shown === 'first' && (
        <Dialog title="Create token" onClose={() => setShown(null)}>
          <button type="button" onClick={() => setShown('second')}>
            Create
          </button>
        </Dialog>
      )}
      {shown === 'second' && (
        <Dialog title="New token" onClose={() => setShown(null)}>
          <p>Copy it now.</p>
        </Dialog>
      )}
    </RestoreFocus>
  );
}

it('returns the focus to the first button when the second of two dialogs is closed', async () => {
  const user = userEvent.setup();
  render(<DialogFromDialog />);
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  await screen.findByRole('dialog', { name: 'New token' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create token' })).toHaveFocus());
});
