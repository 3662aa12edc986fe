import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FaultProxy {
  port: number;
  /** What is asked for is done, and the answer to it never arrives: for requests whose path this matches. */
  cutAnswers(matching: RegExp | null): void;
  /** How many answers were cut. */
  readonly cut: number;
  close(): Promise<void>;
}

/** Stands before a service and hands everything on, except what it is told to lose. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let cutting: RegExp | null = null;
  let cut = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const onward = request(
      {
        host: '127.0.0.1',
        port: targetPort,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        if (cutting?.test(incoming.url ?? '')) {
          // Only once the service has said all of it: by then it has stored what it was given.
          // Before its head the browser may ask a second time by itself; within its body it gives up.
          if (cut % 2 === 1) outgoing.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
          cut += 1;
          answer.resume().once('end', () => incoming.socket.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => incoming.socket.destroy()); // the service is away
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  const server = createServer({ maxHeaderSize: 128 * 1024 }, pass);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    cutAnswers(matching) {
      cutting = matching;
    },
    get cut() {
      return cut;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
