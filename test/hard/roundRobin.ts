import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 200;

/**
 * A load balancer as docs/operating.md asks for: each request goes to the next process, on a new connection. With
 * `readyPath`, processes whose check fails get no requests. A process that refuses the connection is skipped, because it
 * has not seen the request. All other errors reach the caller.
 */
export async function startRoundRobin({ readyPath = null as string | null } = {}) {
  let ports: readonly number[] = [];
  const notReady = new Set<number>();
  let next = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const ready = ports.filter((port) => !notReady.has(port));
      const first = next++ % ready.length;
      pass(incoming, Buffer.concat(chunks), response, [...ready.slice(first), ...ready.slice(0, first)]);
    });
  });
  function pass(
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    targets: readonly number[],
  ) {
    const [port, ...others] = targets;
    const { method, url, headers } = incoming;
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: { ...headers, connection: 'close' },
        agent: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' });
        answer.pipe(response);
      },
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && others.length > 0) return pass(incoming, body, response, others);
      if (response.headersSent) return void response.destroy();
      response.writeHead(502).end(String(error));
    });
    outgoing.end(body);
  }
  const check = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}${readyPath}`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) notReady.delete(port);
    else notReady.add(port);
  };
  const checking =
    readyPath === null ? undefined : setInterval(() => void Promise.all(ports.map(check)), CHECK_EVERY_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    use(now: readonly number[]) {
      ports = now;
    },
    stop() {
      clearInterval(checking);
      server.closeAllConnections();
      server.close();
    },
  };
}
