import { act, screen, waitFor } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { SKELETON_DELAY_MS } from '#src/ui/feedback/Delayed.tsx';
import { show } from '#test/src/support/show.tsx';
import { CHANNEL, open, withHistory } from '#test/support/lenaAndMax.ts';

const skeleton = () => document.querySelector('.history-skeleton');

it('shows a placeholder while messages load, and announces it once', async () => {
  const service = withHistory(3);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const connect: typeof service.connect = async (config) => {
    const realtime = await service.connect(config);
    return { ...realtime, history: (channel, page) => answered.then(() => realtime.history(channel, page)) };
  };
  const messaging = { ...service, connect };
  const { client } = show(<Chat />, { client: { messaging } });
  await waitFor(() => expect(client.state().connection.phase).toBe('connected'));
  await act(async () => void open(client));
  expect(skeleton()).toBeNull();
  await waitFor(() => expect(skeleton()).not.toBeNull(), { timeout: SKELETON_DELAY_MS + 2_000 });
  expect(screen.getAllByText('Loading messages')).toHaveLength(1);
  expect(screen.getByText('Loading messages')).toHaveAttribute('role', 'status');
  await act(async () => answer());
  expect(await screen.findByText('message 3')).toBeInTheDocument();
  expect(skeleton()).toBeNull();
  expect(screen.queryByText('Loading messages')).not.toBeInTheDocument();
});

it('offers to load older messages if no message of the newest page can be read', async () => {
  const messaging = withHistory(1);
  for (let n = 0; n < 500; n++) messaging.publishAs('uuid-max', CHANNEL, 'broken', { id: `broken-${n}` });
  const { client, user } = show(<Chat />, { client: { messaging } });
  await waitFor(() => expect(client.state().connection.phase).toBe('connected'));
  await act(async () => void open(client));
  await user.click(await screen.findByRole('button', { name: 'Load older messages' }));
  expect(await screen.findByText('message 1')).toBeInTheDocument();
});
