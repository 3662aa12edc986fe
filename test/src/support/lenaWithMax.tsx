import { act, screen, waitFor } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { CHANNEL, fromMax, lenaSays, open, withHistory } from '#test/support/lenaAndMax.ts';
import { show } from './show.tsx';

type Options = NonNullable<Parameters<typeof show>[1]>['client'];

/** The conversation with Max is open: one message from Max, 'message 1', and one from Lena, 'Tusday?'. */
export async function openWithMax(options: Options = {}) {
  const messaging = withHistory(1);
  messaging.publishAs('uuid-lena', CHANNEL, fromMax('Tusday?', lenaSays), { id: 'lenas-message' });
  const shown = show(<Chat />, { client: { messaging, ...options } });
  await waitFor(() => expect(shown.client.state().connection.phase).toBe('connected'));
  await act(async () => void open(shown.client));
  await screen.findByText('Tusday?');
  return { ...shown, messaging };
}
