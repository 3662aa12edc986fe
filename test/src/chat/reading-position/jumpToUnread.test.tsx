import { act, screen, waitFor } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { selectOpenHistory } from '#store/chat/messageSelectors.ts';
import { show } from '#test/src/support/show.tsx';
import { CHANNEL, open, withHistory } from '#test/support/lenaAndMax.ts';

jest.setTimeout(20_000); // The development checks of the store check all 560 messages after each action.

/** Max has sent 540 messages since Lena read the 20th: more than one page. */
async function openWithUnread() {
  const messaging = withHistory(560);
  messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[19]?.timetoken);
  const shown = show(<Chat />, { client: { messaging } });
  const { client } = shown;
  await waitFor(() => expect(client.state().connection.phase).toBe('connected'));
  await act(async () => void open(client));
  await screen.findByText('message 560');
  await waitFor(() => expect(selectOpenHistory(client.state()).isLoading).toBe(false));
  return shown;
}
const findJump = () => screen.findByRole('button', { name: 'Jump to first of 540 new messages' });
/** The attribute that the message screen port reads. This document has no layout, so the port itself cannot be used. */
const canCountAsRead = () =>
  !screen.getByRole('group', { name: 'Message history' }).hasAttribute('data-unread-above');

it('jumps to the first unread message even if it is not loaded, and marks no message as read before that', async () => {
  const { user } = await openWithUnread();
  expect(canCountAsRead()).toBe(false);
  await user.click(await findJump());
  expect(await screen.findByText('message 21')).toBeInTheDocument();
  const line = screen.getByText('New', { exact: true });
  expect(line.nextElementSibling).toHaveTextContent('message 21');
  expect(screen.queryByRole('button', { name: /^Jump to first/ })).not.toBeInTheDocument();
  expect(canCountAsRead()).toBe(true);
});

it('disappears when the user marks all as read', async () => {
  const { user } = await openWithUnread();
  await findJump();
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(screen.queryByRole('button', { name: /^Jump to first/ })).not.toBeInTheDocument();
  expect(canCountAsRead()).toBe(true);
});

it('disappears when the user replies', async () => {
  const { user } = await openWithUnread();
  await findJump();
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Yes{Enter}');
  expect(await screen.findByText('Yes')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Jump to first/ })).not.toBeInTheDocument();
  expect(canCountAsRead()).toBe(true);
});
