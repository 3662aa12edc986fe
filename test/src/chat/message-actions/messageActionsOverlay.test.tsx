import { act, screen, waitFor } from '@testing-library/react';
import { MessageActionsButton } from '#src/chat/message-actions/MessageActionsButton.tsx';
import { MessageActionsOverlay } from '#src/chat/message-actions/MessageActionsOverlay.tsx';
import { useMessageActions } from '#src/chat/message-actions/useMessageActions.ts';
import type { Message } from '#store/chat/message.ts';
import { editDraftKey, selectDraft, selectEdited } from '#store/drafts/draftsSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import { show } from '#test/src/support/show.tsx';
import { CHANNEL, withHistory } from '#test/support/lenaAndMax.ts';

const [ME, MAX] = [7, 9];

/** The actions of one message, without the list around it. */
function TestActions({ message }: { message: Message }) {
  const { handlers, overlay } = useMessageActions({ channel: CHANNEL, ownId: ME });
  return (
    <>
      <MessageActionsButton
        isTabStop
        onFocus={() => handlers.onFocus(message)}
        onOpen={(button) => handlers.onOpenMenu(message, button)}
      />
      <MessageActionsOverlay overlay={overlay} peerName="Max" />
    </>
  );
}

async function openMenu(publisherId: number, sentAt = Date.now()) {
  const messaging = withHistory(1);
  const message: Message = {
    id: 'message-1',
    channel: CHANNEL,
    publisherId,
    details: 'Until Tuesday',
    timestamp: sentAt,
    timetoken: timetokenAt(sentAt),
    status: 'sent',
  };
  const shown = show(<TestActions message={message} />, { client: { messaging } });
  await waitFor(() => expect(shown.client.state().connection.phase).toBe('connected'));
  await shown.user.click(screen.getByRole('button', { name: 'Message actions' }));
  await screen.findByRole('menu', { name: 'Message actions' });
  return { ...shown, messaging, timetoken: message.timetoken! };
}
const items = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);

it('offers to edit and delete own messages for 15 minutes', async () => {
  await openMenu(ME);
  expect(items()).toEqual(['Copy text', 'Edit', 'Delete']);
});

it('does not offer to edit or delete an old message', async () => {
  await openMenu(ME, Date.now() - 16 * 60_000);
  expect(items()).toEqual(['Copy text']);
});

it('does not offer to edit or delete a message of the peer', async () => {
  await openMenu(MAX);
  expect(items()).toEqual(['Copy text']);
});

it('starts an edit with the text of the message', async () => {
  const { user, client, timetoken } = await openMenu(ME);
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(selectEdited(client.state(), CHANNEL)).toBe(timetoken);
  expect(selectDraft(client.state(), editDraftKey(CHANNEL))).toBe('Until Tuesday');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

it('moves through its items with the arrow keys, Home and End', async () => {
  const { user } = await openMenu(ME);
  await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toHaveFocus());
  await user.keyboard('{End}');
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toHaveFocus());
});

it('closes with Escape and with a click outside, and returns the focus', async () => {
  const { user } = await openMenu(ME);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Message actions' });
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(document.body);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

it('shows that the browser does not allow copying', async () => {
  const { user } = await openMenu(MAX);
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  expect(await screen.findByText('Not copied. Your browser did not allow it.')).toBeInTheDocument();
  jest.restoreAllMocks();
});

it('deletes a message only after the user confirms', async () => {
  const { user, messaging } = await openMenu(ME);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(messaging.savedActions).toEqual([]);
  await act(async () => screen.getByRole('button', { name: 'Delete message' }).click());
  await waitFor(() => expect(messaging.savedActions).toHaveLength(1));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
