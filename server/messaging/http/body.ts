import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { refusal } from './answer.ts';

const inflateAsync = promisify(inflate);
const gunzipAsync = promisify(gunzip);

const tooLarge = () => refusal(413, 'Gateway', 'Request Entity Too Large');

/** The whole body, unpacked. The limit holds for what arrives and for what comes out of it. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return unpack(await collect(request, limit), request.headers['content-encoding'], limit);
}

/** What is too much is read on and thrown away, so that the client is still there for the answer. */
function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(refusal(400, 'Gateway', 'The body ended early')));
  });
}

/** A browser that cannot compress sends the header all the same, with a plain body: then the bytes are taken as they are. */
async function unpack(bytes: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  if (bytes.length === 0 || (encoding !== 'deflate' && encoding !== 'gzip')) return bytes;
  try {
    const options = { maxOutputLength: limit };
    return encoding === 'gzip' ? await gunzipAsync(bytes, options) : await inflateAsync(bytes, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    return bytes;
  }
}
