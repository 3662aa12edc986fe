import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Data of a first start of the server and of the separate messaging service. It is prepared before the first story. */
export const PREPARED = resolve('.cache/test/prepared-data');
export const PREPARED_MESSAGING = resolve('.cache/test/prepared-messaging');
/** The same on PostgreSQL: the data directories of the server and of PostgreSQL, whose database is `app`. */
export const PREPARED_ON_POSTGRES = resolve('.cache/test/prepared-data-on-postgres');
export const PREPARED_POSTGRES = resolve('.cache/test/prepared-postgres');

export function copyPreparedData(to: string, from = PREPARED): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
