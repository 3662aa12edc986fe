import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The data of a first start, of the server and of the messaging service alone; made before the first story of a run. */
export const PREPARED = resolve('.cache/test/prepared-data');
export const PREPARED_MESSAGING = resolve('.cache/test/prepared-messaging');

export function copyPreparedData(to: string, from = PREPARED): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
