import { act, screen, waitFor } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import Room from '#src/coaching/room/Room.tsx';
import { aRoom, aSession, lena } from '#test/fixtures/coaching.ts';
import { show } from '#test/src/support/show.tsx';
import { CHANNEL, fromMax, withHistory } from '#test/support/lenaAndMax.ts';

it('shows unread messages on the chat button of the room, and returns the focus to it', async () => {
  const messaging = withHistory(2);
  const { user, client } = show(
    <>
      <Room session={aSession({ learnerId: lena.userId })} room={aRoom({ isOpen: true })} />
      <Chat />
    </>,
    { client: { messaging } },
  );
  await waitFor(() => expect(client.state().connection.phase).toBe('connected'));
  const button = await screen.findByRole('button', { name: 'Chat, 2 unread messages' });
  act(() => void messaging.publishAs('uuid-max', CHANNEL, fromMax('Are you there?'), { id: 'later' }));
  await waitFor(() => expect(button).toHaveAccessibleName('Chat, 3 unread messages'));
  await user.click(button);
  await screen.findByRole('textbox', { name: 'Message' });
  expect(button).toHaveAccessibleName('Chat');
  // The first Escape closes the conversation, the second one the chat.
  await user.keyboard('{Escape}');
  expect(button).not.toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});
