import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { json } from '../../support/fakeApi.ts';
import { CHANNEL, open, withHistory } from '../../support/lenaAndMax.ts';
import { show } from '../support/show.tsx';

const UNREADABLE = 'This message can’t be read';
const config = { authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 };
const withKey = { 'GET /api/messaging/config': () => json({ ...config, cipherKey: 'the key' }) };

/** Chat as Lena sees it whose last message of Max cannot be decrypted. */
async function showChat(answers = {}, writer = 'uuid-max') {
  const messaging = withHistory(1);
  messaging.publishAs(writer, CHANNEL, 'UE5FRA', { id: 'sealed-1' }, 'wrong key');
  const shown = show(<Chat />, { client: { messaging, answers } });
  await waitFor(() => expect(shown.client.state().chat.listStatus).toBe('loaded'));
  return shown;
}

it('says in the list and in the conversation that a message cannot be read, and offers nothing to do with it', async () => {
  const { user, client } = await showChat();
  await user.click(screen.getByRole('button', { name: /^Chat/ }));
  await user.click(await screen.findByRole('button', { name: new RegExp(`Max.*${UNREADABLE}`) }));
  const row = (
    await within(await screen.findByRole('list', { name: 'Messages' })).findByText(UNREADABLE)
  ).closest('li')!;
  expect(within(row).queryByRole('button')).not.toBeInTheDocument();
  const other = screen.getByText('message 1').closest('li')!;
  expect(within(other).getByRole('button', { name: 'Message actions' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Search messages' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'read');
  expect(screen.getByText(/^Nothing found/)).toBeInTheDocument();
  expect(client.errors).toHaveLength(1);
});

it('cannot be corrected by whoever wrote it', async () => {
  const { user, client } = await showChat({}, 'uuid-lena');
  await act(async () => void open(client));
  await screen.findByText(UNREADABLE);
  await user.click(screen.getByRole('textbox', { name: 'Message' }));
  await user.keyboard('{ArrowUp}');
  expect(screen.queryByText('Editing your message')).not.toBeInTheDocument();
});

it.each([
  ['encrypted', withKey, true],
  ['plain', {}, false],
])(
  'tells at its beginning whether a conversation is encrypted, and how much fits (%s)',
  async (_name, answers, isEncrypted) => {
    const { client } = await showChat(answers);
    await act(async () => void open(client));
    const beginning = await screen.findByText(/^The beginning of your conversation with Max Mustermann/);
    expect(beginning.textContent?.includes('is encrypted')).toBe(isEncrypted);
    const box = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.change(box, { target: { value: 'x'.repeat(26_000) } });
    expect(screen.queryByText(/^Too long by about/) !== null).toBe(isEncrypted);
  },
);
