import { isRecord } from '../http/call.ts';
import { refuseObjects } from './page.ts';

const RECORD_MAX_BYTES = 32_768;

export type Custom = Record<string, string | number | boolean | null>;

/** A JSON object whose values are plain; `custom` is always replaced whole. */
export function readCustom(value: unknown): Custom | null {
  if (value === null) return null;
  const isPlain = (one: unknown) =>
    one === null || typeof one === 'number' || typeof one === 'boolean' || isStorable(one);
  if (!isRecord(value) || !Object.entries(value).every(([key, one]) => isStorable(key) && isPlain(one)))
    throw refuseObjects(400, 'Invalid custom', 'custom');
  if (Buffer.byteLength(JSON.stringify(value)) > RECORD_MAX_BYTES)
    throw refuseObjects(413, 'Request Entity Too Large', 'custom');
  return value as Custom;
}

/** A text field that may be cleared by null. */
export function readField(value: unknown, name: string): string | null {
  if (value === null) return null;
  if (!isStorable(value) || value.length > 2_048) throw refuseObjects(400, `Invalid ${name}`, name);
  return value;
}

/** What the database can hold as text. */
const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

export const isoOf = (updated: Date | string): string => new Date(updated).toISOString();
