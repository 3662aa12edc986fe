import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FaultProxy {
  port: number;
  /** Requests with a matching path reach the service, but their response is lost. */
  cutAnswers(matching: RegExp | null): void;
  /** Number of lost responses. */
  readonly cut: number;
  close(): Promise<void>;
}

/** A proxy that forwards everything except the responses that it should lose. */
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
          // Closed after the complete response, when the service has stored the request. If it closes before the
          // headers, the browser may retry; within the body, the call fails.
          if (cut % 2 === 1) outgoing.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
          cut += 1;
          answer.resume().once('end', () => incoming.socket.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => incoming.socket.destroy()); // the service is down
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
