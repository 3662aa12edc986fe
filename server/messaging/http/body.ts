import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { apiError } from './response.ts';

const inflateAsync = promisify(inflate);
const gunzipAsync = promisify(gunzip);

const tooLarge = () => apiError(413, 'Gateway', 'Request Entity Too Large');

/** Reads and decompresses the body. The limit applies to the compressed and to the decompressed size. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return decompress(await collect(request, limit), request.headers['content-encoding'], limit);
}

/** Reads and discards the rest of a body that is too large, so that the client receives the 413. */
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
    request.once('close', () => reject(apiError(400, 'Gateway', 'The request body is incomplete')));
  });
}

/**
 * Some browsers send the encoding header with an uncompressed body, so bytes that do not decompress are used unchanged.
 */
async function decompress(bytes: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  if (bytes.length === 0 || (encoding !== 'deflate' && encoding !== 'gzip')) return bytes;
  try {
    const options = { maxOutputLength: limit };
    return encoding === 'gzip' ? await gunzipAsync(bytes, options) : await inflateAsync(bytes, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    return bytes;
  }
}
