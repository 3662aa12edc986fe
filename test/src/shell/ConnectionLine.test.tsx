import { act, screen } from '@testing-library/react';
import { ConnectionLine } from '#src/app/shell/ConnectionLine.tsx';
import { problem } from '../../support/fakeApi.ts';
import { show } from '../support/show.tsx';

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

const said = () => screen.getByRole('status').textContent;

describe('the connection, as a person sees it', () => {
  it('is not mentioned while all is well, or for a gap that heals at once', async () => {
    const { client } = show(<ConnectionLine />);
    await pass(1_000);
    expect(said()).toBe('');
    act(() => client.messaging.goAway());
    await pass(100);
    client.messaging.comeBack();
    await pass(1_000);
    expect(said()).toBe('You are connected again.');
  });

  it('says that it is being mended, and when it is', async () => {
    const { client } = show(<ConnectionLine />);
    await pass(1_000);
    act(() => client.messaging.goAway());
    await pass(5_000);
    expect(said()).toMatch(/^Reconnecting\. Messages you write are kept/);
    client.messaging.comeBack();
    await pass(15_000);
    expect(said()).toBe('You are connected again.');
  });

  it('says at once that the network is gone', async () => {
    const { client } = show(<ConnectionLine />);
    await pass(1_000);
    act(() => client.messaging.goAway());
    act(() => client.page.change('offline', { isOnline: false }));
    await pass(20);
    expect(said()).toMatch(/^You are offline\./);
    client.messaging.comeBack();
    act(() => client.page.change('online', { isOnline: true }));
    await pass(3_000);
    expect(said()).toBe('You are connected again.');
  });

  it('says that a slow start is one', async () => {
    show(<ConnectionLine />, {
      client: { answers: { 'GET /api/messaging/config': () => problem(503, 'unavailable') } },
    });
    await pass(3_000);
    expect(said()).toBe('');
    await pass(3_000);
    expect(said()).toMatch(/^Connecting\./);
  });
});
