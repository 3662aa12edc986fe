import { fireEvent, screen, waitFor } from '@testing-library/react';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { aPerson, lena } from '#test/fixtures/people.ts';
import { openWithMax } from '#test/src/support/lenaWithMax.tsx';
import { json } from '#test/support/fakeApi.ts';
import { CHANNEL, fromMax } from '#test/support/lenaAndMax.ts';

const row = (text: string | RegExp) => screen.getByText(text).closest('li')!;
const box = () => screen.getByRole('textbox', { name: 'Message' });

it('shows who can read session feedback, and sends only the next message with its prefix', async () => {
  const { user, messaging } = await openWithMax();
  const toggle = screen.getByRole('button', { name: 'Send as confidential session feedback' });
  expect(toggle).toHaveAccessibleDescription(
    'Only you and Max can read it in Trellis. Emails do not contain its text.',
  );
  await user.click(toggle);
  await user.type(box(), 'You listened.{Enter}');
  await user.type(box(), 'Until Thursday{Enter}');
  await waitFor(() => expect(messaging.log).toHaveLength(4));
  expect(messaging.log.slice(2).map(({ message }) => (message as { details: string }).details)).toEqual([
    `${SESSION_FEEDBACK_PREFIX} You listened.`,
    'Until Thursday',
  ]);
  expect(row(/You listened\./)).toHaveTextContent(`${SESSION_FEEDBACK_PREFIX} You listened.`);
});

it('is read-only when the peer is no longer in the directory', async () => {
  const former = aPerson({ isActive: false });
  await openWithMax({ answers: { 'GET /api/users': () => json({ data: [lena, former] }) } });
  expect(await screen.findByText(/no longer in your organisation’s directory/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
});

it('shows each text in its own direction, and messages of up to 3 emoji in a larger size', async () => {
  const { messaging } = await openWithMax();
  for (const [n, text] of ['שלום', '👨‍👩‍👧 🏳️‍🌈', '👍👍👍👍'].entries())
    messaging.publishAs('uuid-max', CHANNEL, fromMax(text), { id: `direction-${n}` });
  await screen.findByText('👍👍👍👍');
  expect(screen.getByText('שלום')).toHaveAttribute('dir', 'auto');
  expect(screen.getByText('👨‍👩‍👧 🏳️‍🌈')).toHaveClass('bubble-emoji');
  expect(screen.getByText('👍👍👍👍')).not.toHaveClass('bubble-emoji');
});

it('shows that the peer is typing instead of their presence', async () => {
  const { messaging } = await openWithMax();
  messaging.signalAs('uuid-max', CHANNEL, { typing: true });
  expect(await screen.findByText('Max is typing')).toBeInTheDocument();
  messaging.publishAs('uuid-max', CHANNEL, fromMax('There'), { id: 'typed-message' });
  await screen.findByText('There');
  expect(screen.queryByText('Max is typing')).not.toBeInTheDocument();
});

it('shows the draft in the conversation list', async () => {
  const { user } = await openWithMax();
  fireEvent.change(box(), { target: { value: 'Half a thou' } });
  await user.click(screen.getByRole('button', { name: 'Close conversation' }));
  expect(screen.getByRole('list', { name: 'Conversations' })).toHaveTextContent('Draft: Half a thou');
});
