/** A request without a body, whole, read from the bytes of a connection. */
export interface RequestHead {
  method: 'GET' | 'OPTIONS';
  target: string;
  fields: HeaderFields;
  /** Where the next request begins. */
  end: number;
}
export interface HeaderFields {
  /** As they came: a client sends the same ones with each request. */
  text: string;
  values: Readonly<Record<string, string>>;
  /** The client wants no further answer on this connection. */
  closes: boolean;
}

const METHODS = ['GET', 'OPTIONS'] as const;
const TARGET = /^\/[!-~]*$/;
const VERSION = ' HTTP/1.1';
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*)$/;
/** What comes with one of these needs more than this reader knows. */
const UNUSUAL = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'trailer']);
const HEAD_END = '\r\n\r\n';

/**
 * Reads the commonest of requests, and only those whose every byte is as it should be. Null for all others (incomplete,
 * with a body, unusual, malformed): Node's own server knows what to do with them.
 */
export function readRequestHead(bytes: Buffer, known: HeaderFields | null): RequestHead | null {
  const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const lineEnd = head.indexOf('\r\n');
  if (lineEnd < 0) return null; // not even a host
  const line = head.slice(0, lineEnd);
  const method = METHODS.find((name) => line.startsWith(name));
  if (method === undefined || line[method.length] !== ' ' || !line.endsWith(VERSION)) return null;
  const target = line.slice(method.length + 1, -VERSION.length);
  if (!TARGET.test(target)) return null;
  const text = head.slice(lineEnd + 2);
  const fields = known?.text === text ? known : readFields(text);
  if (!fields) return null;
  return { method, target, fields, end: headEnd + HEAD_END.length };
}

function readFields(text: string): HeaderFields | null {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of text.split('\r\n')) {
    const [, given, value] = FIELD.exec(line) ?? [];
    if (given === undefined || value === undefined) return null;
    const name = given.toLowerCase();
    if (UNUSUAL.has(name) || name in values) return null;
    values[name] = value.trimEnd();
  }
  if (values.host === undefined) return null;
  const connection = values.connection?.toLowerCase() ?? 'keep-alive';
  if (connection !== 'keep-alive' && connection !== 'close') return null;
  return { text, values, closes: connection === 'close' };
}
