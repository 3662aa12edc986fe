import type { UnknownAction } from '@reduxjs/toolkit';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();

/** The paths that a change reads again, out of those of the open screens. */
async function refetchedBy(change: unknown, screens: unknown[], answers: Record<string, Answer>) {
  const client: Client = start({ answers });
  await pass(100);
  for (const screen of screens) client.store.dispatch(screen as UnknownAction);
  await pass(1_000);
  const before = client.api.requests.length;
  client.store.dispatch(change as UnknownAction);
  await pass(1_000);
  return client.api.requests
    .slice(before)
    .filter(({ method }) => method === 'GET')
    .map(({ url }) => new URL(url).pathname);
}

describe('a change reads open screens again', () => {
  it('reads the program, whose step may be completed, when a room is finished', async () => {
    const refetched = await refetchedBy(
      roomApi.endpoints.finishCoachingRoom.initiate({ sessionId: 's-1' }),
      [programsApi.endpoints.getProgram.initiate({ programId: 'p-1' })],
      { 'PUT /api/coaching/s-1/finish': () => json(null) },
    );
    expect(refetched).toContain('/api/programs/p-1');
  });
});
