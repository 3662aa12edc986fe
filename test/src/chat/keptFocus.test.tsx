import { act, screen, within } from '@testing-library/react';
import { aPerson, lena } from '../../fixtures/people.ts';
import { json } from '../../support/fakeApi.ts';
import { say } from '../../support/lenaAndMax.ts';
import { letDialogsOpen } from '../support/dialogs.ts';
import { openWithMax } from '../support/lenaWithMax.tsx';

letDialogsOpen();

const row = (text: string) => screen.getByText(text).closest('li')!;
const more = (text: string) => within(row(text)).getByRole('button', { name: 'Message actions' });
const history = () => screen.getByRole('group', { name: 'Message history' });

it('stays with a message whose reaction one takes back', async () => {
  const { user } = await openWithMax();
  act(() => more('message 1').focus());
  await user.keyboard('{Enter}{Enter}');
  act(() => within(row('message 1')).getByRole('button', { name: 'Thumbs up, 1' }).focus());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Thumbs up, 1' })).not.toBeInTheDocument();
  expect(more('message 1')).toHaveFocus();
});

it('goes on in the history where a message was sent again or deleted', async () => {
  const { user, client, messaging } = await openWithMax();
  messaging.refuse('publish', 400);
  await act(async () => void say(client, 'refused at first'));
  act(() => screen.getByRole('button', { name: 'Retry' }).focus());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(history()).toHaveFocus();

  act(() => more('Tusday?').focus());
  await user.keyboard('{Enter}{End}{Enter}');
  await user.click(screen.getByRole('button', { name: 'Delete message' }));
  expect(await screen.findByText('Message deleted')).toBeInTheDocument();
  expect(history()).toHaveFocus();
});

it('returns to a message that one did not delete', async () => {
  const { user } = await openWithMax();
  act(() => more('Tusday?').focus());
  await user.keyboard('{Enter}{End}{Enter}');
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(more('Tusday?')).toHaveFocus();
});

it('is not called back to a conversation that the person has left', async () => {
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

it('reads out why there is no field to write in', async () => {
  const gone = aPerson({ isActive: false });
  await openWithMax({ answers: { 'GET /api/users': () => json({ data: [lena, gone] }) } });
  expect(await screen.findByText(/not in your organisation’s directory any more/)).toHaveFocus();
});
