import { type Client, startClient } from './client.ts';

/** Starts clients with a fake clock and stops them after each test. Call it once at the top of a test file. */
export function clientsUnderFakeTimers(now = '2026-11-21T10:00:00Z') {
  let clients: Client[] = [];
  beforeEach(() => jest.useFakeTimers({ now: new Date(now) }));
  afterEach(() => {
    for (const { root } of clients) root.cancel();
    clients = [];
    jest.useRealTimers();
  });
  return (...args: Parameters<typeof startClient>): Client => {
    const client = startClient(...args);
    clients.push(client);
    return client;
  };
}
