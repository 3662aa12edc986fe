import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { newId } from '#server/db/ids.ts';
import { openDatabase } from '#server/db/open.ts';
import { finishRequests } from '#server/http/finishRequests.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { startServer } from '#test/journeys/support/startServer.ts';
import { startApi, until } from '#test/support/api.ts';
import { startTestPostgres } from '#test/support/startTestPostgres.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // starting a server takes a long time

const ANSWERS = { W1: 4, W2: 4, W3: 2, S1: 4, S2: 3, S3: 2, R1: 5, R2: 4, R3: 3, P1: 4, P2: 3, P3: 2 };

/** A connection and everything it receives. */
async function openConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const received = { socket, text: '', isClosed: once(socket, 'close') };
  socket.setEncoding('utf8').on('data', (text: string) => {
    received.text += text;
  });
  return received;
}
type Received = Awaited<ReturnType<typeof openConnection>>;
const hasReceived = (received: Received, text: string) => until(() => received.text.includes(text));

/** Sends a request except for the end of its body. The server has received its head when this resolves. */
async function sendUnfinished(received: Received, head: string[], body: string): Promise<string> {
  const half = body.length / 2;
  received.socket.write(
    [...head, 'Expect: 100-continue', `Content-Length: ${body.length}`, '', body.slice(0, half)].join('\r\n'),
  );
  await hasReceived(received, '100 Continue');
  return body.slice(half);
}

describe('a server that stops', () => {
  it('finishes requests, closes idle connections, answers open polls and exits with status 0', async () => {
    const server = await startServer();
    try {
      const learner = await apiAs(server.url, LEARNER);
      const { body: config } = await learner.get<MessagingConfig>('/api/messaging/config');
      const { authKey, subKey, uuid } = config;
      const poll = async (timetoken: string) => {
        const query = new URLSearchParams({ tt: timetoken, auth: authKey, uuid });
        const response = await fetch(
          `${server.messagingUrl}/v2/subscribe/${subKey}/${encodeURIComponent(uuid)}/0?${query}`,
        );
        return (await response.json()) as { t: { t: string }; m: unknown[] };
      };
      const idle = await openConnection(server.url);
      idle.socket.write('GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await hasReceived(idle, '"live"');
      const busy = await openConnection(server.url);
      const rest = await sendUnfinished(
        busy,
        [
          'PUT /api/propensity HTTP/1.1',
          'Host: localhost',
          `Authorization: ${learner.idToken}`,
          'Content-Type: application/json',
        ],
        JSON.stringify({ submissionId: newId(), answers: ANSWERS, stage: 'started' }),
      );
      const openPoll = poll((await poll('0')).t.t);
      await until(async () =>
        /open_polls 1\n/.test(await (await fetch(`${server.messagingUrl}/metrics`)).text()),
      );

      const exitCode = server.stop();
      await idle.isClosed;
      busy.socket.write(rest);
      await busy.isClosed;
      expect(busy.text).toContain('HTTP/1.1 200 OK');
      expect(busy.text.toLowerCase()).toContain('connection: close');
      expect(busy.text).toContain('"answeredAt"');
      expect((await openPoll).m).toEqual([]);
      expect(await exitCode).toBe(0);
    } finally {
      await server.dispose();
    }
  });

  it('ends requests that do not finish in time', async () => {
    const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
    finishRequests(app, 20);
    app.post('/', async () => 'done');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const stuck = await openConnection(`http://127.0.0.1:${port}`);
    await sendUnfinished(
      stuck,
      ['POST / HTTP/1.1', 'Host: localhost', 'Content-Type: text/plain'],
      'never sent',
    );
    await Promise.all([app.close(), stuck.isClosed]);
    expect(stuck.text).not.toContain('200 OK');
  });

  it('is live but no longer ready', async () => {
    const api = await startApi();
    try {
      expect(await api.call('GET', '/api/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
      api.state.isStopping = true;
      expect(await api.call('GET', '/api/ready')).toMatchObject({
        status: 503,
        body: { status: 'stopping' },
        headers: { 'retry-after': '2' },
      });
      expect(await api.call('GET', '/api/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    } finally {
      await api.close();
    }
  });
});

describeOnPostgres('a server whose PostgreSQL is down', () => {
  it('is live but not ready during an outage of PostgreSQL, and ready again after it', async () => {
    const postgres = await startTestPostgres();
    const api = await startApi({ openDatabase: () => openDatabase({ url: postgres.appUrl }) });
    try {
      expect((await api.call('GET', '/api/ready')).status).toBe(200);
      await postgres.shutDown('fast');
      expect(await api.call('GET', '/api/ready')).toMatchObject({
        status: 503,
        body: { status: 'database-failed' },
      });
      expect((await api.call('GET', '/api/live')).status).toBe(200);
      expect(await api.call('GET', '/api/health')).toMatchObject({
        status: 200,
        body: { status: 'degraded', database: 'failed', messaging: 'ok' },
      });
      await postgres.restart();
      await until(async () => (await api.call('GET', '/api/ready')).status === 200);
    } finally {
      await api.close();
      await postgres.stop();
    }
  });
});
