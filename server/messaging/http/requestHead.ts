/** The head of a request without a body, parsed from the bytes of a connection. */
export interface RequestHead {
  method: 'GET' | 'OPTIONS';
  target: string;
  fields: HeaderFields;
  /** Offset of the next request. */
  end: number;
}
export interface HeaderFields {
  /** The header as received. Clients send the same header with each request, so the text is the cache key. */
  text: string;
  values: Readonly<Record<string, string>>;
  /** The client asked to close the connection after the response. */
  closes: boolean;
}

const METHODS = ['GET', 'OPTIONS'] as const;
const TARGET = /^\/[!-~]*$/;
const VERSION = ' HTTP/1.1';
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*)$/;
/** Not `trimEnd`, which also removes a no-break space (byte A0). */
const TRAILING_SPACE = /[\t ]+$/;
/** Requests with one of these headers are left to Node's server. */
const UNSUPPORTED = new Set([
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'proxy-connection', // Node's parser treats it like `Connection`
]);
const HEAD_END = '\r\n\r\n';

/**
 * Parses a common, strictly well-formed request. Returns null for all other requests (incomplete, with a body, unusual,
 * malformed), which Node's own server handles.
 */
export function readRequestHead(bytes: Buffer, cached: HeaderFields | null): RequestHead | null {
  const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const lineEnd = head.indexOf('\r\n');
  if (lineEnd < 0) return null; // no Host header
  const line = head.slice(0, lineEnd);
  const method = METHODS.find((name) => line.startsWith(name));
  if (method === undefined || line[method.length] !== ' ' || !line.endsWith(VERSION)) return null;
  const target = line.slice(method.length + 1, -VERSION.length);
  if (!TARGET.test(target)) return null;
  const text = head.slice(lineEnd + 2);
  const fields = cached?.text === text ? cached : readFields(text);
  if (!fields) return null;
  return { method, target, fields, end: headEnd + HEAD_END.length };
}

function readFields(text: string): HeaderFields | null {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of text.split('\r\n')) {
    const [, rawName, value] = FIELD.exec(line) ?? [];
    if (rawName === undefined || value === undefined) return null;
    const name = rawName.toLowerCase();
    if (UNSUPPORTED.has(name) || name in values) return null;
    values[name] = value.replace(TRAILING_SPACE, '');
  }
  if (values.host === undefined) return null;
  const connection = values.connection?.toLowerCase() ?? 'keep-alive';
  if (connection !== 'keep-alive' && connection !== 'close') return null;
  return { text, values, closes: connection === 'close' };
}
