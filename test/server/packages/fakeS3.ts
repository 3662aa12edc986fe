import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The calls of S3 that the storage uses, in memory. It refuses requests without a signature. */
export async function startFakeS3() {
  const objects = new Map<string, Buffer>();
  async function answerTo(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(pathname.replace('/bucket/', ''));
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = '', headers = {}) =>
      response.writeHead(status, { 'content-length': content.length, ...headers }).end(content);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return answer(403);
    if (request.method === 'PUT') {
      objects.set(key, body);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    if (searchParams.has('list-type')) {
      const keys = [...objects.keys()].filter((one) => one.startsWith(searchParams.get('prefix') ?? ''));
      const page = keys.slice(0, 2);
      const list = page.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('');
      return answer(
        200,
        `<ListBucketResult>${list}<IsTruncated>${keys.length > 2}</IsTruncated></ListBucketResult>`,
      );
    }
    const stored = objects.get(key);
    if (!stored) return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
    if (!range) return answer(200, stored);
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), stored.length - 1)];
    return answer(206, stored.subarray(start, end + 1), {
      'content-range': `bytes ${start}-${end}/${stored.length}`,
    });
  }
  const server = createServer((request, response) => void answerTo(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
