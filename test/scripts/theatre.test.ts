import { spawnSync } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFront } from '#scripts/theatre/front.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
/** Replaces the server and the messaging service, and responds like the server. */
async function begin() {
  const paths: string[] = [];
  const service = createServer((incoming, response) => {
    paths.push(incoming.url ?? '');
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    });
    if (!incoming.url?.startsWith('/v2/subscribe')) response.end('{"subKey":"s","origin":"elsewhere:1"}');
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  const { port } = service.address() as AddressInfo;
  const front = await startFront({ port, messagingPort: port, pageFolder: 'public', listenOn: 0 });
  const ask = (host: string, path: string, { method = 'GET', headers = {} } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port: new URL(front.url).port, path, method, headers: { host, ...headers } },
        (answer) => {
          let body = '';
          answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
          answer.on('error', reject);
        },
      );
      call.on('error', reject).end();
    });
  const makeFault = (fault: string, site = 'same-origin') =>
    ask('theatre.localhost', `/fault?side=manager&fault=${fault}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': site },
    });
  return { front, ask, makeFault, paths, service };
}
let theatre: Awaited<ReturnType<typeof begin>>;
beforeAll(async () => {
  theatre = await begin();
});
afterAll(async () => {
  await theatre.front.close();
  theatre.service.closeAllConnections();
  theatre.service.close();
});

it('lets only the page of the theatre show a copy of the application', async () => {
  const { front, ask } = theatre;
  const { headers } = await ask('learner.theatre.localhost', '/home');
  expect(headers['content-security-policy']).toBe(`default-src 'none'; frame-ancestors ${front.url}`);
  expect(headers['x-frame-options']).toBeUndefined();
});

it('shows the page of the theatre under every other host name', async () => {
  const { front, ask } = theatre;
  for (const host of ['attacker.example', 'localhost', 'admin.theatre.localhost']) {
    const { status, headers } = await ask(host, '/api/session');
    expect([status, headers.location]).toEqual([303, `${front.url}/`]);
  }
});

it('gives each copy its own address of the messaging service', async () => {
  const { front, ask } = theatre;
  const { body } = await ask('manager.theatre.localhost', '/api/messaging/config');
  expect(JSON.parse(body)).toMatchObject({ origin: `manager.${new URL(front.url).host}`, ssl: false });
});

it('simulates faults for one copy only, and only at the request of its page', async () => {
  const { ask, makeFault } = theatre;
  expect((await makeFault('refuse', 'cross-site')).status).toBe(400);
  expect((await ask('manager.theatre.localhost', '/api/home')).status).toBe(200);
  expect((await makeFault('refuse')).status).toBe(204);
  expect((await ask('learner.theatre.localhost', '/api/home')).status).toBe(200);
  expect((await ask('manager.theatre.localhost', '/api/home')).status).toBe(401);
  expect((await ask('manager.theatre.localhost', '/api/home')).status).toBe(200);
});

it('cuts the connection of a copy to the messaging service until it is restored', async () => {
  const { ask, makeFault, paths } = theatre;
  const poll = ask('manager.theatre.localhost', '/v2/subscribe/s/c/0').then(
    () => 'answered',
    () => 'cut',
  );
  while (!paths.includes('/v2/subscribe/s/c/0')) await new Promise((resolve) => setImmediate(resolve));
  await makeFault('cut');
  expect(await poll).toBe('cut');
  await expect(ask('manager.theatre.localhost', '/v2/presence/s')).rejects.toThrow();
  expect((await ask('learner.theatre.localhost', '/v2/presence/s')).status).toBe(200);
  await makeFault('restore');
  expect((await ask('manager.theatre.localhost', '/v2/presence/s')).status).toBe(200);
});

it('runs only in a local deployment', () => {
  for (const env of [{ DEPLOYMENT: 'production' }, { DEPLOYMENT: 'staging' }, { DEVELOPER_TOOLS: '0' }]) {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/theatre/main.ts'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('The theatre runs only in a local deployment');
  }
});
