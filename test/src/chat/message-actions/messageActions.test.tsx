import { act, screen, waitFor, within } from '@testing-library/react';
import { encodeMessageAction } from '#contract/messaging/messageActions.ts';
import { openWithMax } from '#test/src/support/lenaWithMax.tsx';
import { CHANNEL } from '#test/support/lenaAndMax.ts';

const row = (text: string) => screen.getByText(text).closest('li')!;
const actionsOf = (text: string) => within(row(text)).getByRole('button', { name: 'Message actions' });

it('opens the actions of a message by keyboard and returns the focus', async () => {
  const { user } = await openWithMax();
  expect(actionsOf('Tusday?')).toHaveAttribute('tabindex', '0');
  expect(actionsOf('message 1')).toHaveAttribute('tabindex', '-1');
  act(() => actionsOf('Tusday?').focus());
  await user.keyboard('{ArrowUp}');
  expect(actionsOf('message 1')).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toHaveFocus());
  await user.keyboard('{ArrowRight}{Enter}');
  expect(within(row('message 1')).getByRole('button', { name: 'Heart, 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(actionsOf('message 1')).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Conversation with Max Mustermann' })).toBeInTheDocument();
});

it('asks for confirmation before it deletes a message, and shows that it was deleted', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(actionsOf('Tusday?'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Keep message' }));
  expect(messaging.savedActions).toEqual([]);
  await user.click(actionsOf('Tusday?'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete message' }));
  expect(await screen.findByText('Message deleted')).toBeInTheDocument();
  expect(screen.queryByText('Tusday?')).not.toBeInTheDocument();
  await waitFor(() => expect(messaging.savedActions).toHaveLength(1));
});

it('does not offer to edit or delete a message of the peer', async () => {
  const { user } = await openWithMax();
  await user.click(actionsOf('message 1'));
  expect(screen.getByRole('menuitem', { name: 'Copy text' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

it('copies the edited text of a message', async () => {
  const { user, messaging } = await openWithMax();
  const [wire] = messaging.log;
  const corrected = encodeMessageAction({ kind: 'edit', details: 'corrected' }, 'x');
  await act(async () => void messaging.actAs('uuid-max', CHANNEL, wire!.timetoken, corrected));
  await screen.findByText('corrected');
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(actionsOf('corrected'));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  expect(await screen.findByText('Copied')).toBeInTheDocument();
  expect(written).toHaveBeenCalledWith('corrected');
});

afterEach(() => jest.restoreAllMocks());
