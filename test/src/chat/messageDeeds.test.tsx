import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { actionOf, CHANGE_WINDOW_MS } from '#contract/chatChanges.ts';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { aPerson, lena } from '../../fixtures/people.ts';
import { json } from '../../support/fakeApi.ts';
import { CHANNEL, fromMax, type withHistory } from '../../support/lenaAndMax.ts';
import { letDialogsOpen } from '../support/dialogs.ts';
import { openWithMax } from '../support/lenaWithMax.tsx';

letDialogsOpen();

const row = (text: string | RegExp) => screen.getByText(text).closest('li')!;
const more = (text: string) => within(row(text)).getByRole('button', { name: 'Message actions' });
const box = () => screen.getByRole('textbox', { name: 'Message' });

it('opens the actions of a message by keyboard alone and gives the focus back', async () => {
  const { user } = await openWithMax();
  expect(more('Tusday?')).toHaveAttribute('tabindex', '0');
  expect(more('message 1')).toHaveAttribute('tabindex', '-1');
  act(() => more('Tusday?').focus());
  await user.keyboard('{ArrowUp}');
  expect(more('message 1')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toHaveFocus();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(within(row('message 1')).getByRole('button', { name: 'Heart, 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(more('message 1')).toHaveFocus();
  await user.keyboard('{Enter}{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Conversation with Max Mustermann' })).toBeInTheDocument();
});

it('corrects one’s last message from the empty field, and gives it up with Escape', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(box());
  await user.keyboard('{ArrowUp}');
  expect(box()).toHaveValue('Tusday?');
  await user.keyboard('{Escape}');
  expect(box()).toHaveValue('');
  expect(row('Tusday?')).not.toHaveTextContent('edited');
  await user.keyboard('{ArrowUp}');
  await user.clear(box());
  await user.type(box(), 'Tuesday?{Enter}');
  expect(row('Tuesday?')).toHaveTextContent('edited');
  expect(box()).toHaveValue('');
  await waitFor(() => expect(messaging.said).toHaveLength(1));
});

afterEach(() => jest.restoreAllMocks());

/** Lena takes the message back with another device of hers. */
const deleteElsewhere = async (messaging: ReturnType<typeof withHistory>) => {
  const mine = messaging.log.at(-1)!;
  await act(async () => {
    messaging.actAs('uuid-lena', CHANNEL, mine.timetoken, actionOf({ kind: 'delete' }, 'elsewhere'));
  });
};

it('keeps a correction that was begun while one looks elsewhere in the widget', async () => {
  const { user } = await openWithMax();
  await user.click(box());
  await user.keyboard('{ArrowUp}');
  await user.clear(box());
  await user.type(box(), 'Tuesd');
  await user.click(screen.getByRole('button', { name: 'Close conversation' }));
  const list = screen.getByRole('list', { name: 'Conversations' });
  expect(list).toHaveTextContent('Draft: Tuesd');
  await user.click(within(list).getByRole('button'));
  expect(box()).toHaveValue('Tuesd');
  await user.type(box(), 'ay?{Enter}');
  expect(await screen.findByText('Tuesday?')).toBeInTheDocument();
  expect(row('Tuesday?')).toHaveTextContent('edited');
});

it('offers the text of a correction as a new message when the old one was deleted meanwhile', async () => {
  const { user, messaging } = await openWithMax();
  await user.type(box(), 'Begun before');
  await user.click(more('Tusday?'));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await user.clear(box());
  await user.type(box(), 'Tuesday?');
  await deleteElsewhere(messaging);
  expect(await screen.findByText(/This message has been deleted/)).toBeInTheDocument();
  expect(box()).toHaveValue('Tuesday?');
  await user.click(screen.getByRole('button', { name: 'Send as new' }));
  await waitFor(() => expect(messaging.log.at(-1)?.message).toMatchObject({ details: 'Tuesday?' }));
  expect(box()).toHaveValue('Begun before');
});

it('offers it too when the time to correct it ran out while one typed', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(more('Tusday?'));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  expect(box()).toHaveValue('Tusday?');
  await user.type(box(), ' Or on Friday?');
  const later = Date.now() + CHANGE_WINDOW_MS + 60_000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  await user.keyboard('{Enter}');
  expect(screen.getByText(/too late to change this message/)).toBeInTheDocument();
  expect(messaging.said).toEqual([]);
  expect(box()).toHaveValue('Tusday? Or on Friday?');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Tusday? Or on Friday?')).toBeInTheDocument();
});

it('throws the text away when one discards it instead', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(box());
  await user.keyboard('{ArrowUp}');
  await deleteElsewhere(messaging);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(box()).toHaveValue('');
  expect(messaging.log).toHaveLength(2);
});

it('deletes after a question, and shows what is left of it to whoever it was written to', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(more('Tusday?'));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(messaging.said).toEqual([]);
  await user.click(more('Tusday?'));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete message' }));
  expect(await screen.findByText('Message deleted')).toBeInTheDocument();
  expect(screen.queryByText('Tusday?')).not.toBeInTheDocument();
  await waitFor(() => expect(messaging.said).toHaveLength(1));
});

it('offers neither correction nor deletion of what somebody else wrote', async () => {
  const { user } = await openWithMax();
  await user.click(more('message 1'));
  expect(screen.getByRole('menuitem', { name: 'Copy text' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

it('copies a message as it stands now', async () => {
  const { user, messaging } = await openWithMax();
  const [wire] = messaging.log;
  const mended = actionOf({ kind: 'edit', details: 'mended' }, 'x');
  await act(async () => void messaging.actAs('uuid-max', CHANNEL, wire!.timetoken, mended));
  await screen.findByText('mended');
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(more('mended'));
  await user.click(screen.getByRole('menuitem', { name: 'Copy text' }));
  expect(await screen.findByText('Copied')).toBeInTheDocument();
  expect(written).toHaveBeenCalledWith('mended');
});

/** A message was begun, then another one corrected, and that was refused. */
async function openWithRefused() {
  const { user, messaging } = await openWithMax();
  messaging.refuse('addAction', 400);
  await user.type(box(), 'Begun before');
  await user.click(more('Tusday?'));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await user.type(box(), ' Yes{Enter}');
  await screen.findByText(/Not changed/);
  return { user, messaging };
}

it('says that a correction was refused, and gives its text back to the field when one gives up', async () => {
  const { user, messaging } = await openWithRefused();
  expect(box()).toHaveValue('Begun before');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('Tusday?', { selector: '.bubble' })).not.toHaveTextContent('edited');
  expect(screen.getByText('Editing your message')).toBeInTheDocument();
  expect(box()).toHaveValue('Tusday? Yes');
  expect(box()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Tusday? Yes', { selector: '.bubble' })).toBeInTheDocument();
  await waitFor(() => expect(messaging.said).toHaveLength(1));
  expect(box()).toHaveValue('Begun before');
});

it('puts the text of a refused correction behind what was begun, when another one has the field', async () => {
  const { user } = await openWithRefused();
  await user.click(more('Tusday? Yes'));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await user.type(box(), ' Or no');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(box()).toHaveValue('Tusday? Yes Or no');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(box()).toHaveValue('Begun before\nTusday? Yes');
});

it('sends feedback after a session with the specification’s words, once', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(screen.getByRole('button', { name: 'Confidential session feedback' }));
  await user.type(box(), 'You listened.{Enter}');
  await user.type(box(), 'Until Thursday{Enter}');
  await waitFor(() => expect(messaging.log).toHaveLength(4));
  expect(messaging.log.slice(2).map(({ message }) => (message as { details: string }).details)).toEqual([
    `${SESSION_FEEDBACK_PREFIX} You listened.`,
    'Until Thursday',
  ]);
  expect(row(/You listened\./)).toHaveTextContent(`${SESSION_FEEDBACK_PREFIX} You listened.`);
});

it('finds words in the conversation and marks them, whatever their case and accents', async () => {
  const { user, messaging } = await openWithMax();
  messaging.publishAs('uuid-max', CHANNEL, fromMax('Un CAFÉ, peut-être un café noir?'), {
    id: 'cafe-message',
  });
  await screen.findByText(/peut-être/);
  await user.click(screen.getByRole('button', { name: 'Search messages' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'cafe');
  await waitFor(() =>
    expect(screen.getByLabelText('Search in this conversation')).toHaveTextContent(
      'One message in this conversation',
    ),
  );
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText('Search in this conversation')).toHaveTextContent(
    '1 of 1 in this conversation',
  );
  expect(Array.from(document.querySelectorAll('mark'), (mark) => mark.textContent)).toEqual(['CAFÉ', 'café']);
  await user.keyboard('{Escape}');
  expect(document.querySelector('mark')).toBeNull();
  expect(screen.getByRole('button', { name: 'Search messages' })).toHaveFocus();
});

it('lets one read but not write to somebody who is not in the directory any more', async () => {
  const gone = aPerson({ isActive: false });
  await openWithMax({ answers: { 'GET /api/users': () => json({ data: [lena, gone] }) } });
  expect(await screen.findByText(/not in your organisation’s directory any more/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
});

it('shows a name and a text in their own direction, and a few emoji large', async () => {
  const { messaging } = await openWithMax();
  for (const [n, text] of ['שלום', '👨‍👩‍👧 🏳️‍🌈', '👍👍👍👍'].entries())
    messaging.publishAs('uuid-max', CHANNEL, fromMax(text), { id: `direction-${n}` });
  await screen.findByText('👍👍👍👍');
  expect(screen.getByText('שלום')).toHaveAttribute('dir', 'auto');
  expect(screen.getByText('👨‍👩‍👧 🏳️‍🌈')).toHaveClass('bubble-emoji');
  expect(screen.getByText('👍👍👍👍')).not.toHaveClass('bubble-emoji');
});

it('says who is writing in the place of where they are', async () => {
  const { messaging } = await openWithMax();
  messaging.signalAs('uuid-max', CHANNEL, { typing: true });
  expect(await screen.findByText('Max is typing')).toBeInTheDocument();
  messaging.publishAs('uuid-max', CHANNEL, fromMax('There'), { id: 'typed-message' });
  await screen.findByText('There');
  expect(screen.queryByText('Max is typing')).not.toBeInTheDocument();
});

it('shows on the list what one has begun to write', async () => {
  const { user } = await openWithMax();
  fireEvent.change(box(), { target: { value: 'Half a thou' } });
  await user.click(screen.getByRole('button', { name: 'Close conversation' }));
  expect(screen.getByRole('list', { name: 'Conversations' })).toHaveTextContent('Draft: Half a thou');
});
