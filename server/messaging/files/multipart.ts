export interface Form {
  fields: ReadonlyMap<string, string>;
  file: { type: string; bytes: Buffer } | null;
}

const MAX_PARTS = 30;
const CRLF = '\r\n';

/** Parses a `multipart/form-data` body (RFC 7578); null if it is invalid. */
export function readForm(body: Buffer, contentType: string): Form | null {
  const boundary = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(
    contentType,
  );
  if (!boundary) return null;
  const delimiter = Buffer.from(`--${boundary[1] ?? boundary[2]}`);
  const fields = new Map<string, string>();
  let file: Form['file'] = null;
  let at = body.indexOf(delimiter);
  for (let part = 0; at >= 0 && part < MAX_PARTS; part++) {
    const begin = at + delimiter.length;
    if (body.subarray(begin, begin + 2).toString('latin1') === '--') return { fields, file };
    const headEnd = body.indexOf(CRLF + CRLF, begin);
    const next = body.indexOf(Buffer.concat([Buffer.from(CRLF), delimiter]), headEnd);
    if (headEnd < 0 || next < 0) return null;
    const head = body.subarray(begin, headEnd).toString('utf8');
    const content = body.subarray(headEnd + 4, next);
    const name = /^content-disposition:.*?\bname="([^"]*)"/im.exec(head)?.[1];
    if (name === undefined) return null;
    // Older clients send no file name; their file part is named `file`.
    if (name === 'file' || /^content-disposition:.*?\bfilename\*?=/im.test(head)) {
      file = { type: /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1]?.trim() ?? '', bytes: content };
    } else fields.set(name, content.toString('utf8'));
    at = next + CRLF.length;
  }
  return null;
}
