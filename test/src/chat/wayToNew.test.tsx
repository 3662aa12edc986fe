import { act, screen, waitFor } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { selectOpenThread } from '#store/chat/chatSelectors.ts';
import { CHANNEL, open, withHistory } from '../../support/lenaAndMax.ts';
import { show } from '../support/show.tsx';

jest.setTimeout(20_000); // the checks of a development build look through all 560 at each action

/** Max has written 540 messages since Lena has read the 20th: more than a page. */
async function openWithNews() {
  const messaging = withHistory(560);
  messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[19]?.timetoken);
  const shown = show(<Chat />, { client: { messaging } });
  const { client } = shown;
  await waitFor(() => expect(client.state().presence.connection.phase).toBe('connected'));
  await act(async () => void open(client));
  await screen.findByText('message 560');
  await waitFor(() => expect(selectOpenThread(client.state()).isLoading).toBe(false));
  return shown;
}
const way = () => screen.findByRole('button', { name: 'To the first of 540 new' });
/** What the screen port goes by: this document has no heights, so that it could see rows itself. */
const isAnythingSeen = () =>
  !screen.getByRole('group', { name: 'Message history' }).hasAttribute('data-skipped');

it('leads to the first of more news than are loaded, and reads nothing of them before', async () => {
  const { user } = await openWithNews();
  expect(isAnythingSeen()).toBe(false);
  await user.click(await way());
  expect(await screen.findByText('message 21')).toBeInTheDocument();
  const line = screen.getByText('New', { exact: true });
  expect(line.nextElementSibling).toHaveTextContent('message 21');
  expect(screen.queryByRole('button', { name: /^To the first/ })).not.toBeInTheDocument();
  expect(isAnythingSeen()).toBe(true);
});

it('is gone when one says that all is read', async () => {
  const { user } = await openWithNews();
  await way();
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(screen.queryByRole('button', { name: /^To the first/ })).not.toBeInTheDocument();
  expect(isAnythingSeen()).toBe(true);
});

it('is gone when one answers', async () => {
  const { user } = await openWithNews();
  await way();
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Yes{Enter}');
  expect(await screen.findByText('Yes')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^To the first/ })).not.toBeInTheDocument();
  expect(isAnythingSeen()).toBe(true);
});
