import { connect, type Socket } from 'node:net';

interface Waiting {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

/** One keep-alive connection that reads JSON: as little client as can be. Whoever does not wait for an answer pipelines. */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  readonly #waiting: Waiting[] = [];

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#read(chunk));
    const fail = () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('the connection is closed'));
    };
    this.#socket.on('error', fail);
    this.#socket.on('close', fail);
  }

  get(path: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #read(chunk: string) {
    this.#received += chunk;
    while (this.#readAnswer());
  }

  #readAnswer(): boolean {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return false;
    const head = this.#received.slice(0, headEnd);
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return false;
    const body = this.#received.slice(headEnd + 4, end);
    this.#received = this.#received.slice(end);
    const waiting = this.#waiting.shift();
    if (!head.startsWith('HTTP/1.1 200')) waiting?.reject(new Error(`${head.split('\r\n')[0]} ${body}`));
    else waiting?.resolve(JSON.parse(Buffer.from(body, 'latin1').toString('utf8')));
    return true;
  }
}
