import { connect, type Socket } from 'node:net';

interface PendingRequest {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

/**
 * A minimal JSON client with one keep-alive connection. Requests sent before a response are pipelined. It connects again
 * when the server has closed the connection because it was not used for a while.
 */
export class HttpConnection {
  readonly #port: number;
  #socket: Socket;
  #received: Buffer | null = null;
  readonly #pending: PendingRequest[] = [];

  constructor(port: number) {
    this.#port = port;
    this.#socket = this.#connect();
  }

  get(path: string): Promise<unknown> {
    return this.send('GET', path);
  }

  send(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ): Promise<unknown> {
    const json = body === undefined ? '' : JSON.stringify(body);
    const credentials = token ? `authorization: ${token}\r\n` : '';
    const bodyHeaders = json
      ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`
      : '';
    const request = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${credentials}${bodyHeaders}\r\n${json}`;
    return new Promise((resolve, reject) => {
      if (this.#socket.closed) this.#socket = this.#connect();
      this.#pending.push({ resolve, reject });
      // Paths are percent-encoded ASCII. Only bodies can contain non-ASCII characters.
      this.#socket.write(request, json ? 'utf8' : 'latin1');
    });
  }

  close() {
    this.#socket.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#received = null;
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
      while (this.#received && this.#readResponse(this.#received));
    });
    const fail = () => {
      for (const request of this.#pending.splice(0)) request.reject(new Error('The connection is closed'));
    };
    socket.on('error', fail);
    socket.on('close', fail);
    return socket;
  }

  #readResponse(received: Buffer): boolean {
    const headEnd = received.indexOf('\r\n\r\n', 0, 'latin1');
    if (headEnd < 0) return false;
    const head = received.toString('latin1', 0, headEnd);
    // Some servers send the header name in lower case.
    const length = Number(/ontent-[Ll]ength: *(\d+)/.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`Response without a length: ${head}`);
    const end = headEnd + 4 + length;
    if (received.length < end) return false;
    const body = received.toString('utf8', headEnd + 4, end);
    this.#received = received.length === end ? null : received.subarray(end);
    const request = this.#pending.shift();
    if (!head.startsWith('HTTP/1.1 200')) request?.reject(new Error(`${head.split('\r\n')[0]} ${body}`));
    else request?.resolve(JSON.parse(body));
    return true;
  }
}
