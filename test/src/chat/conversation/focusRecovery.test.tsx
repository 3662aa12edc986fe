import { act, screen, waitFor, within } from '@testing-library/react';
import { aPerson, lena } from '#test/fixtures/people.ts';
import { openWithMax } from '#test/src/support/lenaWithMax.tsx';
import { json } from '#test/support/fakeApi.ts';
import { say } from '#test/support/lenaAndMax.ts';

const row = (text: string) => screen.getByText(text).closest('li')!;
const actionsOf = (text: string) => within(row(text)).getByRole('button', { name: 'Message actions' });
const history = () => screen.getByRole('group', { name: 'Message history' });

it('keeps the focus at a message when the user removes its reaction', async () => {
  const { user } = await openWithMax();
  act(() => actionsOf('message 1').focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toHaveFocus());
  await user.keyboard('{Enter}');
  act(() => within(row('message 1')).getByRole('button', { name: 'Thumbs up, 1' }).focus());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Thumbs up, 1' })).not.toBeInTheDocument();
  expect(actionsOf('message 1')).toHaveFocus();
});

it('moves the focus to the history when a message is sent again or deleted', async () => {
  const { user, client, messaging } = await openWithMax();
  messaging.refuse('publish', 400);
  await act(async () => void say(client, 'refused at first'));
  act(() => screen.getByRole('button', { name: 'Retry' }).focus());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(history()).toHaveFocus();

  act(() => actionsOf('Tusday?').focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toHaveFocus());
  await user.keyboard('{End}{Enter}');
  await user.click(screen.getByRole('button', { name: 'Delete message' }));
  expect(await screen.findByText('Message deleted')).toBeInTheDocument();
  expect(history()).toHaveFocus();
});

it('returns the focus to the message when the user does not delete it', async () => {
  const { user } = await openWithMax();
  act(() => actionsOf('Tusday?').focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'Thumbs up' })).toHaveFocus());
  await user.keyboard('{End}{Enter}');
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Keep message' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(actionsOf('Tusday?')).toHaveFocus();
});

it('does not return the focus to a conversation that the user has left', async () => {
  const { user, client, messaging } = await openWithMax();
  messaging.refuse('publish', 400);
  await act(async () => void say(client, 'refused at first'));
  const retry = screen.getByRole('button', { name: 'Retry' });
  act(() => retry.focus());
  await user.click(document.body);
  expect(document.body).toHaveFocus();
  await act(async () => retry.click());
  expect(retry).not.toBeInTheDocument();
  expect(document.body).toHaveFocus();
});

it('moves the focus to the note that explains why there is no message field', async () => {
  const former = aPerson({ isActive: false });
  await openWithMax({ answers: { 'GET /api/users': () => json({ data: [lena, former] }) } });
  expect(await screen.findByText(/no longer in your organisation’s directory/)).toHaveFocus();
});
