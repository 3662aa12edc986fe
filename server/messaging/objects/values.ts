import { isRecord } from '#server/messaging/http/request.ts';
import { objectError } from './page.ts';

const RECORD_MAX_BYTES = 32_768;

export type Custom = Record<string, string | number | boolean | null>;

/** Reads `custom`: a JSON object of primitive values. An update always replaces the whole object. */
export function readCustom(value: unknown): Custom | null {
  if (value === null) return null;
  const isPrimitive = (item: unknown) =>
    item === null || typeof item === 'number' || typeof item === 'boolean' || isStorable(item);
  if (!isRecord(value) || !Object.entries(value).every(([key, item]) => isStorable(key) && isPrimitive(item)))
    throw objectError(400, 'Invalid custom', 'custom');
  if (Buffer.byteLength(JSON.stringify(value)) > RECORD_MAX_BYTES)
    throw objectError(413, 'Request Entity Too Large', 'custom');
  return value as Custom;
}

/** Reads a text field. Null clears it. */
export function readField(value: unknown, name: string): string | null {
  if (value === null) return null;
  if (!isStorable(value) || value.length > 2_048) throw objectError(400, `Invalid ${name}`, name);
  return value;
}

/** Text without characters that PostgreSQL cannot store. */
const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

export const isoOf = (updated: Date | string): string => new Date(updated).toISOString();
