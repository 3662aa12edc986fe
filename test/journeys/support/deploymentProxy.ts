import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DeploymentProxy {
  url: string;
  /** Method and path of the requests that reached the server. */
  readonly requests: string[];
  /** While true, connections are closed without a response. */
  isDown: boolean;
  /** From now on, the server seems to have another build: its service worker differs, and these files are gone. */
  deploy(goneFiles: RegExp): void;
  close(): Promise<void>;
}

/**
 * A proxy in front of a server. A story uses it to make the server unreachable or to replace it with a newer version.
 */
export async function startDeploymentProxy(target: string): Promise<DeploymentProxy> {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  let gone: RegExp | null = null;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (proxy.isDown) return incoming.socket.destroy();
    const { method = 'GET', url = '/', headers } = incoming;
    requests.push(`${method} ${url}`);
    if (gone?.test(url)) return outgoing.writeHead(404).end();
    const isWorker = url === '/service-worker.js';
    // The worker is changed below, so it must be neither compressed nor compared with an older one.
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...always } = headers;
    const onward = request(
      {
        hostname,
        port,
        path: url,
        method,
        headers: isWorker ? { ...always, 'accept-encoding': 'identity' } : headers,
      },
      (answer) => {
        const { 'content-length': _length, ...unchanged } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, isWorker ? unchanged : answer.headers);
        // Different content makes it a different worker.
        if (isWorker && gone) outgoing.write(NEWER_WORKER);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: DeploymentProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    isDown: false,
    deploy(goneFiles) {
      gone = goneFiles;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

/** Responds before the real worker, and reports another build. */
const NEWER_WORKER = `self.addEventListener('message', (event) => {
  if (event.data !== 'build') return;
  event.stopImmediatePropagation();
  event.ports[0].postMessage('newer');
});
`;
