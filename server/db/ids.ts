import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** 16 letters and digits from random bytes. Bytes above 252, the last multiple of 36, are skipped to avoid bias. */
export function idFrom(nextByte: () => number): string {
  let id = '';
  while (id.length < 16) {
    const byte = nextByte();
    if (byte < 252) id += LETTERS[byte % 36];
  }
  return id;
}

/** A random id that cannot be guessed. */
export function newId(): string {
  let pool = randomBytes(24);
  let at = 0;
  return idFrom(() => {
    if (at === pool.length) {
      pool = randomBytes(24);
      at = 0;
    }
    return pool[at++] as number;
  });
}
