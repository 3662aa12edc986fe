import { act, screen, waitFor, within } from '@testing-library/react';
import { EDIT_WINDOW_MS, encodeMessageAction } from '#contract/messaging/messageActions.ts';
import { openWithMax } from '#test/src/support/lenaWithMax.tsx';
import { CHANNEL, type withHistory } from '#test/support/lenaAndMax.ts';

const row = (text: string) => screen.getByText(text).closest('li')!;
const actionsOf = (text: string) => within(row(text)).getByRole('button', { name: 'Message actions' });
const box = () => screen.getByRole('textbox', { name: 'Message' });
afterEach(() => jest.restoreAllMocks());

it('edits the last message from the empty field, and cancels with Escape', async () => {
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
  await waitFor(() => expect(messaging.savedActions).toHaveLength(1));
});

/** Lena deletes the message on another device. */
const deleteElsewhere = async (messaging: ReturnType<typeof withHistory>) => {
  const mine = messaging.log.at(-1)!;
  await act(async () => {
    messaging.actAs(
      'uuid-lena',
      CHANNEL,
      mine.timetoken,
      encodeMessageAction({ kind: 'delete' }, 'elsewhere'),
    );
  });
};

it('keeps the text of an edit when the conversation is closed and opened again', async () => {
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

it('offers to send an edit as a new message if the message was deleted in the meantime', async () => {
  const { user, messaging } = await openWithMax();
  await user.type(box(), 'A draft');
  await user.click(actionsOf('Tusday?'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.clear(box());
  await user.type(box(), 'Tuesday?');
  await deleteElsewhere(messaging);
  expect(await screen.findByText(/This message has been deleted/)).toBeInTheDocument();
  expect(box()).toHaveValue('Tuesday?');
  await user.click(screen.getByRole('button', { name: 'Send as new' }));
  await waitFor(() => expect(messaging.log.at(-1)?.message).toMatchObject({ details: 'Tuesday?' }));
  expect(box()).toHaveValue('A draft');
});

it('offers to send an edit as a new message when it is too late to edit', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(actionsOf('Tusday?'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(box()).toHaveValue('Tusday?');
  await user.type(box(), ' Or on Friday?');
  const later = Date.now() + EDIT_WINDOW_MS + 60_000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  await user.keyboard('{Enter}');
  expect(screen.getByText(/too late to edit this message/)).toBeInTheDocument();
  expect(messaging.savedActions).toEqual([]);
  expect(box()).toHaveValue('Tusday? Or on Friday?');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Tusday? Or on Friday?')).toBeInTheDocument();
});

it('discards the text of an edit whose message was deleted', async () => {
  const { user, messaging } = await openWithMax();
  await user.click(box());
  await user.keyboard('{ArrowUp}');
  await deleteElsewhere(messaging);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(box()).toHaveValue('');
  expect(messaging.log).toHaveLength(2);
});

/** There is a draft, and an edit of another message was refused. */
async function openWithRefusedEdit() {
  const { user, messaging } = await openWithMax();
  messaging.refuse('addAction', 400);
  await user.type(box(), 'A draft');
  await user.click(actionsOf('Tusday?'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.type(box(), ' Yes{Enter}');
  await screen.findByText(/Not changed/);
  return { user, messaging };
}

it('shows that an edit was refused, and returns its text to the field on Undo', async () => {
  const { user, messaging } = await openWithRefusedEdit();
  expect(box()).toHaveValue('A draft');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('Tusday?', { selector: '.bubble' })).not.toHaveTextContent('edited');
  expect(screen.getByText('Editing your message')).toBeInTheDocument();
  expect(box()).toHaveValue('Tusday? Yes');
  expect(box()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Tusday? Yes', { selector: '.bubble' })).toBeInTheDocument();
  await waitFor(() => expect(messaging.savedActions).toHaveLength(1));
  expect(box()).toHaveValue('A draft');
});

it('adds the text of a refused edit to the draft on Undo, while another edit is in the field', async () => {
  const { user } = await openWithRefusedEdit();
  await user.click(actionsOf('Tusday? Yes'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.type(box(), ' Or no');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(box()).toHaveValue('Tusday? Yes Or no');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(box()).toHaveValue('A draft\nTusday? Yes');
});

it('keeps feedback confidential when the conversation is closed, and while another message is edited', async () => {
  const { user } = await openWithMax();
  await user.click(screen.getByRole('button', { name: 'Send as confidential session feedback' }));
  await user.type(screen.getByRole('textbox'), 'You listened well');
  await user.click(screen.getByRole('button', { name: 'Close conversation' }));
  await user.click(within(screen.getByRole('list', { name: 'Conversations' })).getByRole('button'));
  expect(
    screen.getByRole('button', { name: 'Send as confidential session feedback', pressed: true }),
  ).toBeVisible();
  await user.click(actionsOf('Tusday?'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.type(screen.getByRole('textbox'), '!{Enter}');
  expect(screen.getByRole('textbox')).toHaveValue('You listened well');
  expect(
    screen.getByRole('button', { name: 'Send as confidential session feedback', pressed: true }),
  ).toBeVisible();
  await user.type(screen.getByRole('textbox'), '{Enter}');
  expect(
    screen.getByRole('button', { name: 'Send as confidential session feedback', pressed: false }),
  ).toBeVisible();
});
