import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { chatChannel, checkinChannel } from '#contract/messaging/channels.ts';
import { Chat } from '#src/chat/Chat.tsx';
import { networkChanged } from '#store/connection/connectionSlice.ts';
import { signedOut } from '#store/session/sessionSlice.ts';
import { max, TENANT } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';

const channel = chatChannel(TENANT, 7, 9);
const region = () => screen.getByRole('region', { name: 'Chat' });

/** Opens the conversation with Max by searching for him. */
async function startWithMax(messaging = fakeMessaging(), drafts = fakeDrafts()) {
  const shown = show(<Chat />, { client: { messaging, drafts } });
  const { user, client } = shown;
  await waitFor(() => expect(client.state().connection.phase).toBe('connected'));
  await user.click(screen.getByRole('button', { name: 'New conversation' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search people' }), 'max');
  await screen.findByRole('option', { name: /Max Mustermann/ });
  await user.keyboard('{Enter}');
  const conversation = await screen.findByRole('region', { name: 'Conversation with Max Mustermann' });
  return { ...shown, messaging, conversation, box: screen.getByRole('textbox', { name: 'Message' }) };
}
const published = ({ log }: ReturnType<typeof fakeMessaging>) =>
  log.filter((wire) => wire.channel === channel);
const send = () => screen.getByRole('button', { name: 'Send' });
const texts = () =>
  within(screen.getByRole('list', { name: 'Messages' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.bubble')?.textContent)
    .filter(Boolean);

it('opens and closes with its title and its arrow, and shows the empty state', async () => {
  const { user } = show(<Chat />);
  await user.click(screen.getByRole('button', { name: 'Chat' }));
  expect(
    await screen.findByText("Start your very first conversation by clicking on the '+' icon."),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Collapse' }));
  expect(screen.queryByText(/very first conversation/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Expand' }));
  expect(await screen.findByText(/very first conversation/)).toBeInTheDocument();
});

it('selects people with the arrow keys while the focus stays in the field', async () => {
  const { user } = show(<Chat />);
  await user.click(screen.getByRole('button', { name: 'New conversation' }));
  const field = await screen.findByRole('combobox', { name: 'Search people' });
  expect(field).toHaveFocus();
  await user.type(field, 'zo');
  const option = await screen.findByRole('option', { name: /Zoë O'Neil/ });
  expect(field).not.toHaveAttribute('aria-activedescendant');
  await user.keyboard('{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', option.id);
  expect(field).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

it('searches for people after a pause in typing', async () => {
  const { user } = show(<Chat />);
  await user.click(screen.getByRole('button', { name: 'New conversation' }));
  await user.click(await screen.findByRole('combobox', { name: 'Search people' }));
  await waitFor(() => expect(region()).toHaveTextContent('Type at least 2 characters'));
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'zo' } });
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  expect(region()).not.toHaveTextContent('No one has');
  expect(await screen.findByRole('option', { name: /Zoë O'Neil/ })).toBeInTheDocument();
});

it('says that a search on the server failed', async () => {
  const { user } = show(<Chat />, {
    client: {
      answers: {
        'GET /api/users': () => json({ data: [], isComplete: false }),
        'GET /api/users/search': () => problem(500, 'internal'),
      },
    },
  });
  await user.click(screen.getByRole('button', { name: 'New conversation' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search people' }), 'zo');
  await waitFor(() =>
    expect(region()).toHaveTextContent('The search failed. Change the text to search again.'),
  );
  expect(region()).not.toHaveTextContent('No one has');
});

it('sends with Enter, adds a line with Shift+Enter, and does not send only spaces', async () => {
  const { user, box, messaging } = await startWithMax();
  expect(box).toHaveFocus();
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  await user.type(box, '   {Enter}');
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  await user.clear(box);
  await user.type(box, 'one{Shift>}{Enter}{/Shift}two{Enter}');
  await waitFor(() => expect(texts()).toEqual(['one\ntwo']));
  expect(box).toHaveValue('');
  await waitFor(() =>
    expect(published(messaging).map(({ message }) => (message as { details: string }).details)).toEqual([
      'one\ntwo',
    ]),
  );
});

it('does not send when Enter confirms the text of an input method', async () => {
  const { user, box } = await startWithMax();
  await user.type(box, 'にほん');
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  expect(box).toHaveValue('にほん');
});

it('does not send a text over the limit, and keeps it in the field', async () => {
  const { box } = await startWithMax();
  fireEvent.change(box, { target: { value: 'ä'.repeat(17_000) } });
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  expect(region()).toHaveTextContent(/Too long by about \d+ characters/);
  fireEvent.change(box, { target: { value: 'ä'.repeat(16_000) } });
  expect(send()).not.toHaveAttribute('aria-disabled');
  expect(box).toHaveValue('ä'.repeat(16_000));
});

it('keeps the draft when the conversation is closed and opened again', async () => {
  const { user, box } = await startWithMax();
  await user.type(box, 'half a thou');
  await user.click(screen.getByRole('button', { name: 'Close conversation' }));
  await user.click(screen.getByRole('button', { name: 'New conversation' }));
  await user.type(screen.getByRole('combobox'), 'mustermann{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('half a thou');
});

it('saves the newest text of the draft when the page is closed', async () => {
  const drafts = fakeDrafts();
  const { user, box } = await startWithMax(fakeMessaging(), drafts);
  await user.type(box, 'half a tho');
  fireEvent(window, new Event('pagehide'));
  expect([...drafts.kept.values()]).toEqual(['half a tho']);
});

it('deletes drafts on sign-out', async () => {
  const drafts = fakeDrafts();
  const { user, box, client } = await startWithMax(fakeMessaging(), drafts);
  await user.type(box, 'between us');
  await act(async () => void client.store.dispatch(signedOut({ where: 'here' })));
  await waitFor(() => expect(box).not.toBeInTheDocument());
  expect(drafts.kept.size).toBe(0);
  expect(client.state().drafts.texts).toEqual({});
});

it('shows markup in a message as text and a URL as a link', async () => {
  const { user, box } = await startWithMax();
  await user.type(box, '<b>no</b> www.example.org{Enter}');
  expect(await screen.findByText(/<b>no<\/b>/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^www\.example\.org/ })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
});

it('shows that a message was refused, and sends it once on Retry', async () => {
  const { user, box, messaging } = await startWithMax();
  messaging.refuse('publish', 403);
  messaging.refuse('publish', 403);
  await user.type(box, 'Refused at first{Enter}');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  await user.click(retry);
  await waitFor(() => expect(published(messaging)).toHaveLength(1));
  await waitFor(() => expect(region()).not.toHaveTextContent(/Not sent|Sending/));
  expect(texts()).toEqual(['Refused at first']);
});

it('closes the conversation with Escape and returns the focus to its row', async () => {
  const { user } = await startWithMax();
  await user.keyboard('Good morning{Enter}{Escape}');
  expect(await screen.findByRole('button', { name: /^Max Mustermann/ })).toHaveFocus();
});

it('closes a conversation that is not listed yet, and returns the focus to the title', async () => {
  const { user } = await startWithMax();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('list', { name: 'Messages' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Chat/ })).toHaveFocus();
});

it('shows the presence of the peer as text, and none without a network', async () => {
  const { conversation, messaging, client } = await startWithMax();
  expect(conversation).toHaveTextContent('Offline');
  await act(async () => messaging.announce(checkinChannel(TENANT), [max.uuid], []));
  await waitFor(() => expect(conversation).not.toHaveTextContent('Offline'));
  expect(conversation).toHaveTextContent('Online');
  act(() => void client.store.dispatch(networkChanged({ isOnline: false })));
  expect(conversation).not.toHaveTextContent('Online');
  expect(conversation).not.toHaveTextContent('Offline');
});
