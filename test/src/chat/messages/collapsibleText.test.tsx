import { act, screen, waitFor, within } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { show } from '#test/src/support/show.tsx';
import { CHANNEL, fromMax, open, withHistory } from '#test/support/lenaAndMax.ts';

const LONG = `Dear Lena. ${'Something in between. '.repeat(1_400)}The needle at the end.`;

/** An open conversation with a message of 32 KiB. */
async function openLong() {
  const messaging = withHistory(1);
  messaging.publishAs('uuid-max', CHANNEL, fromMax(LONG), { id: 'long-message' });
  const shown = show(<Chat />, { client: { messaging } });
  const { client } = shown;
  await waitFor(() => expect(client.state().connection.phase).toBe('connected'));
  await act(async () => void open(client));
  await screen.findByText(/Dear Lena/);
  return shown;
}
const row = () => screen.getByText(/Dear Lena/).closest('li')!;

it('shows the start of a long message, and the whole message on request by keyboard', async () => {
  const { user } = await openLong();
  const button = within(row()).getByRole('button', { name: 'Show all' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(row()).not.toHaveTextContent('The needle');
  act(() => button.focus());
  await user.keyboard('{Enter}');
  expect(row()).toHaveTextContent('The needle at the end.');
  const less = within(row()).getByRole('button', { name: 'Show less' });
  expect(less).toHaveFocus();
  expect(less).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard(' ');
  expect(row()).not.toHaveTextContent('The needle');
  expect(within(row()).getByRole('button', { name: 'Show all' })).toHaveFocus();
});

it('expands if a search match is in the hidden part, and stays expanded', async () => {
  const { user } = await openLong();
  await user.click(screen.getByRole('button', { name: 'Search messages' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'needle{Enter}');
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent('needle'));
  await user.keyboard('{Escape}');
  expect(row()).toHaveTextContent('The needle at the end.');
});

it('copies the full text of a collapsed message', async () => {
  const { user } = await openLong();
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(within(row()).getByRole('button', { name: 'Message actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  expect(written).toHaveBeenCalledWith(LONG);
  jest.restoreAllMocks();
});
