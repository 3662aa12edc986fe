import { act, screen } from '@testing-library/react';
import { ConnectionBanner } from '#src/app/shell/ConnectionBanner.tsx';
import { show } from '#test/src/support/show.tsx';
import { problem } from '#test/support/fakeApi.ts';

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

const bannerText = () => screen.getByRole('status').textContent;

describe('the connection banner', () => {
  it('is empty while connected and during a short interruption', async () => {
    const { client } = show(<ConnectionBanner />);
    await pass(1_000);
    expect(bannerText()).toBe('');
    act(() => client.messaging.goAway());
    await pass(100);
    client.messaging.comeBack();
    await pass(1_000);
    expect(bannerText()).toBe('You are back online.');
  });

  it('shows that it is reconnecting, and announces when it is back', async () => {
    const { client } = show(<ConnectionBanner />);
    await pass(1_000);
    act(() => client.messaging.goAway());
    await pass(5_000);
    expect(bannerText()).toMatch(/^Reconnecting\. Your messages are saved/);
    client.messaging.comeBack();
    await pass(15_000);
    expect(bannerText()).toBe('You are back online.');
  });

  it('shows immediately that the network is down', async () => {
    const { client } = show(<ConnectionBanner />);
    await pass(1_000);
    act(() => client.messaging.goAway());
    act(() => client.page.change('offline', { isOnline: false }));
    await pass(20);
    expect(bannerText()).toMatch(/^You are offline\./);
    client.messaging.comeBack();
    act(() => client.page.change('online', { isOnline: true }));
    await pass(3_000);
    expect(bannerText()).toBe('You are back online.');
  });

  it('shows that the first connection is slow', async () => {
    show(<ConnectionBanner />, {
      client: { answers: { 'GET /api/messaging/config': () => problem(503, 'unavailable') } },
    });
    await pass(3_000);
    expect(bannerText()).toBe('');
    await pass(3_000);
    expect(bannerText()).toMatch(/^Connecting\./);
  });
});
