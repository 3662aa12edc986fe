import { STATUS_CODES, validateHeaderValue } from 'node:http';
import { type HttpResponse, JAVASCRIPT, JSON_TYPE } from './response.ts';

export const KEEP_ALIVE_MS = 65_000;

/** Headers of every response. */
export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, ETag',
  'Cache-Control': 'no-cache',
};
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'content-type, content-encoding, if-match, accept',
  'Access-Control-Max-Age': '86400',
};
export const preflight: HttpResponse = { status: 204, body: '', headers: PREFLIGHT };

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => {
      validateHeaderValue(name, value); // prevents header injection through the type of a stored file
      return `${name}: ${value}\r\n`;
    })
    .join('');

const COMMON_LINES = headerLines(CORS);
const KEEP_ALIVE_LINE = `Keep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n`;
const CLOSE_LINE = 'Connection: close\r\n';

/** The whole response in one piece, so that one system call writes it. A string result is Latin-1. */
export function serializeResponse(response: HttpResponse, closes: boolean): string | Buffer {
  const { body } = response;
  const length = Buffer.byteLength(body);
  const head = headOf(response, length, closes);
  if (typeof body === 'string' && body.length === length) return head + body; // ASCII only
  return Buffer.concat([Buffer.from(head, 'latin1'), typeof body === 'string' ? Buffer.from(body) : body]);
}

function headOf(response: HttpResponse, length: number, closes: boolean): string {
  const { status, type, headers } = response;
  if (status !== 200 || type !== JAVASCRIPT || headers || closes) return buildHead(response, length, closes);
  const date = dateLine();
  if (headCache.date !== date) headCache = { date, heads: new Map() };
  const cached = headCache.heads.get(length) ?? buildHead(response, length, false);
  headCache.heads.set(length, cached);
  return cached;
}

/** Heads of plain 200 responses by body length, cached for one second. Acknowledgements all have the same length. */
let headCache = { date: '', heads: new Map<number, string>() };

function buildHead(
  { status, type = JAVASCRIPT, headers }: HttpResponse,
  length: number,
  closes: boolean,
): string {
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${COMMON_LINES}${dateLine()}`;
  const content = status === 204 ? '' : `${typeLine(type)}Content-Length: ${length}\r\n`;
  return `${start}${content}${headers ? headerLines(headers) : ''}${closes ? CLOSE_LINE : KEEP_ALIVE_LINE}\r\n`;
}

const TYPE_LINES = new Map(
  [JAVASCRIPT, JSON_TYPE].map((type) => [type, headerLines({ 'Content-Type': type })]),
);
const typeLine = (type: string): string => TYPE_LINES.get(type) ?? headerLines({ 'Content-Type': type });

let date = { second: 0, line: '' };
function dateLine(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (date.second !== second) date = { second, line: `Date: ${new Date(second * 1_000).toUTCString()}\r\n` };
  return date.line;
}
