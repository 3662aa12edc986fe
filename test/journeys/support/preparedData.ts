import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Data of a first start of the server and of the separate messaging service. It is prepared before the first story. */
export const PREPARED = resolve('.cache/test/prepared-data');
export const PREPARED_MESSAGING = resolve('.cache/test/prepared-messaging');

export function copyPreparedData(to: string, from = PREPARED): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
