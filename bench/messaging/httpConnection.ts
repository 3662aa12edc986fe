import { connect, type Socket } from 'node:net';

interface Waiting {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

/** One keep-alive connection that reads JSON: as little client as can be. Whoever does not wait for an answer pipelines. */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer | null = null;
  readonly #waiting: Waiting[] = [];

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received ? Buffer.concat([this.#received, chunk]) : chunk;
      while (this.#received && this.#readAnswer(this.#received));
    });
    const fail = () => {
      for (const waiting of this.#waiting.splice(0)) waiting.reject(new Error('the connection is closed'));
    };
    this.#socket.on('error', fail);
    this.#socket.on('close', fail);
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
    const about = json
      ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`
      : '';
    const request = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${credentials}${about}\r\n${json}`;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      // A path is ASCII: it is percent-encoded. Only a body may hold more.
      this.#socket.write(request, json ? 'utf8' : 'latin1');
    });
  }

  close() {
    this.#socket.destroy();
  }

  #readAnswer(received: Buffer): boolean {
    const headEnd = received.indexOf('\r\n\r\n', 0, 'latin1');
    if (headEnd < 0) return false;
    const head = received.toString('latin1', 0, headEnd);
    // Written in capitals by one server and not by another.
    const length = Number(/ontent-[Ll]ength: *(\d+)/.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    const end = headEnd + 4 + length;
    if (received.length < end) return false;
    const body = received.toString('utf8', headEnd + 4, end);
    this.#received = received.length === end ? null : received.subarray(end);
    const waiting = this.#waiting.shift();
    if (!head.startsWith('HTTP/1.1 200')) waiting?.reject(new Error(`${head.split('\r\n')[0]} ${body}`));
    else waiting?.resolve(JSON.parse(body));
    return true;
  }
}
