import { STATUS_CODES, validateHeaderValue } from 'node:http';
import { type Answer, JAVASCRIPT, JSON_TYPE } from './answer.ts';

export const KEEP_ALIVE_MS = 65_000;

/** What every answer says. */
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
export const preflight: Answer = { status: 204, body: '', headers: PREFLIGHT };

const lines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => {
      validateHeaderValue(name, value); // what comes from a stored file may not end a line
      return `${name}: ${value}\r\n`;
    })
    .join('');

const COMMON = lines(CORS);
const STAYS = `Keep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n`;
const CLOSES = 'Connection: close\r\n';

/** An answer as it goes over the wire, in one piece: a system call costs more than all the rest. Text is Latin-1. */
export function answerText(answer: Answer, closes: boolean): string | Buffer {
  const { body } = answer;
  const length = Buffer.byteLength(body);
  const head = headOf(answer, length, closes);
  if (typeof body === 'string' && body.length === length) return head + body; // nothing beyond ASCII in it
  return Buffer.concat([Buffer.from(head, 'latin1'), typeof body === 'string' ? Buffer.from(body) : body]);
}

function headOf(answer: Answer, length: number, closes: boolean): string {
  const { status, type, headers } = answer;
  if (status !== 200 || type !== JAVASCRIPT || headers || closes) return newHead(answer, length, closes);
  const date = dateLine();
  if (usual.date !== date) usual = { date, heads: new Map() };
  const known = usual.heads.get(length) ?? newHead(answer, length, false);
  usual.heads.set(length, known);
  return known;
}

/** The heads of the commonest answers by length, for the second that runs: acknowledgements are as long as each other. */
let usual = { date: '', heads: new Map<number, string>() };

function newHead({ status, type = JAVASCRIPT, headers }: Answer, length: number, closes: boolean): string {
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${COMMON}${dateLine()}`;
  const content = status === 204 ? '' : `${typeLine(type)}Content-Length: ${length}\r\n`;
  return `${start}${content}${headers ? lines(headers) : ''}${closes ? CLOSES : STAYS}\r\n`;
}

const KNOWN_TYPES = new Map([JAVASCRIPT, JSON_TYPE].map((type) => [type, lines({ 'Content-Type': type })]));
const typeLine = (type: string): string => KNOWN_TYPES.get(type) ?? lines({ 'Content-Type': type });

let date = { second: 0, line: '' };
function dateLine(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (date.second !== second) date = { second, line: `Date: ${new Date(second * 1_000).toUTCString()}\r\n` };
  return date.line;
}
