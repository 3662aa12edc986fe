import { buffer } from 'node:stream/consumers';
import { Busboy } from '@fastify/busboy';

export interface Form {
  fields: ReadonlyMap<string, string>;
  file: { type: string; bytes: Buffer } | null;
}

const MAX_PARTS = 30;

/** Parses a `multipart/form-data` body (RFC 7578). Throws if it is invalid. */
export function readForm(body: Buffer, contentType: string): Promise<Form> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: MAX_PARTS, files: 1 },
      // Older clients send no file name; their file part is named `file`.
      isPartAFile: (field, _type, fileName) => field === 'file' || fileName !== undefined,
    });
    const fields = new Map<string, string>();
    let file: Promise<Form['file']> = Promise.resolve(null);
    parser.on('field', (name, value) => fields.set(name, value));
    parser.on('file', (_name, stream, _fileName, _encoding, type) => {
      file = buffer(stream).then((bytes) => ({ type, bytes }));
      file.catch(reject);
    });
    parser.on('error', reject);
    parser.on('partsLimit', () => reject(new Error('The form has too many parts')));
    parser.on('finish', () => {
      file.then((found) => resolve({ fields, file: found }), reject);
    });
    parser.end(body);
  });
}
