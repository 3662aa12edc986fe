import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The data of a first start, made before the first story of a run. */
export const PREPARED = resolve('.cache/test/prepared-data');

export function copyPreparedData(to: string): void {
  if (existsSync(PREPARED)) cpSync(PREPARED, to, { recursive: true });
}
