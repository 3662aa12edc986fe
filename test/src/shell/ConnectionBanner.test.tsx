import { act, screen } from '@testing-library/react';
import type { Home } from '#contract/home.ts';
import { ConnectionBanner } from '#src/app/shell/ConnectionBanner.tsx';
import { homeApi } from '#store/home/homeApi.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

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

  it('says when a page was saved only if the page itself has saved data', async () => {
    const { getHome } = homeApi.endpoints;
    const home: Home = {
      needs: [],
      snoozed: [],
      team: null,
      continue: null,
      finished: null,
      growth: {
        weeks: [],
        topicsCompleted: 0,
        topicsChosen: 0,
        objectives: { active: 0, achieved: 0, atRisk: 0 },
      },
    };
    const { client } = show(<ConnectionBanner />, {
      client: { user: aUser(), answers: { 'GET /api/home': () => json(home) } },
    });
    await pass(1_000);
    expect(getHome.select()(client.state()).data).toBeDefined();
    client.api.on('GET /api/home', () => problem(503, 'unavailable'));
    // The frame keeps the list of needs on every page, for the numbers in the navigation.
    await act(() =>
      client.store.dispatch(getHome.initiate(undefined, { subscribe: false, forceRefetch: true })),
    );
    await pass(5_000);
    expect(bannerText()).toBe('');
    // The home page shows the list as well.
    const page = client.store.dispatch(getHome.initiate());
    await pass(5_000);
    expect(bannerText()).toMatch(/^Trellis cannot be reached\. This page was saved /);
    page.unsubscribe();
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
