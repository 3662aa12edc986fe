import { connect, type Socket } from 'node:net';

interface Waiting {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

/** One keep-alive connection that asks one thing after another and reads JSON: as little client as can be. */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  #waiting: Waiting | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#read(chunk));
    const fail = () => this.#waiting?.reject(new Error('the connection is closed'));
    this.#socket.on('error', fail);
    this.#socket.on('close', fail);
  }

  get(path: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #read(chunk: string) {
    this.#received += chunk;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    if (this.#received.length < headEnd + 4 + length) return;
    const body = this.#received.slice(headEnd + 4, headEnd + 4 + length);
    this.#received = this.#received.slice(headEnd + 4 + length);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!head.startsWith('HTTP/1.1 200')) waiting?.reject(new Error(`${head.split('\r\n')[0]} ${body}`));
    else waiting?.resolve(JSON.parse(Buffer.from(body, 'latin1').toString('utf8')));
  }
}
