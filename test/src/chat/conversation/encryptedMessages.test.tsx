import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';
import { CHANNEL, open, withHistory } from '#test/support/lenaAndMax.ts';

const UNREADABLE_TEXT = 'This message can’t be read';
const config = { authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 };
const withKey = {
  'GET /api/messaging/config': () => json({ ...config, cipherKeys: [{ id: 'ACRH', key: 'the key' }] }),
};

/** Lena's chat, in which the last message cannot be decrypted. */
async function showChat(answers = {}, sender = 'uuid-max') {
  const messaging = withHistory(1);
  messaging.publishAs(sender, CHANNEL, 'UE5FRA', { id: 'encrypted-1' }, 'wrong key');
  const shown = show(<Chat />, { client: { messaging, answers } });
  await waitFor(() => expect(shown.client.state().chat.conversations.listStatus).toBe('loaded'));
  return shown;
}

it('shows in the list and the conversation that a message cannot be read, and offers no actions for it', async () => {
  const { user, client } = await showChat();
  await user.click(screen.getByRole('button', { name: /^Chat/ }));
  await user.click(await screen.findByRole('button', { name: new RegExp(`Max.*${UNREADABLE_TEXT}`) }));
  const row = (
    await within(await screen.findByRole('list', { name: 'Messages' })).findByText(UNREADABLE_TEXT)
  ).closest('li')!;
  expect(within(row).queryByRole('button')).not.toBeInTheDocument();
  const other = screen.getByText('message 1').closest('li')!;
  expect(within(other).getByRole('button', { name: 'Message actions' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Search messages' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'read');
  expect(screen.getByText(/^No matches/)).toBeInTheDocument();
  expect(client.errors).toHaveLength(1);
});

it('does not let the sender edit an unreadable message', async () => {
  const { user, client } = await showChat({}, 'uuid-lena');
  await act(async () => void open(client));
  await screen.findByText(UNREADABLE_TEXT);
  await user.click(screen.getByRole('textbox', { name: 'Message' }));
  await user.keyboard('{ArrowUp}');
  expect(screen.queryByText('Editing your message')).not.toBeInTheDocument();
});

it.each([
  ['encrypted', withKey, true],
  ['plain', {}, false],
])(
  'shows whether a conversation is encrypted, and limits the message length accordingly (%s)',
  async (_name, answers, isEncrypted) => {
    const { client } = await showChat(answers);
    await act(async () => void open(client));
    const beginning = await screen.findByText(
      /^This is the beginning of your conversation with Max Mustermann/,
    );
    expect(beginning.textContent?.includes('encrypted')).toBe(isEncrypted);
    const box = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.change(box, { target: { value: 'x'.repeat(26_000) } });
    expect(screen.queryByText(/^Too long by about/) !== null).toBe(isEncrypted);
  },
);
