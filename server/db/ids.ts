import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** 16 letters and digits from a source of bytes. 252 is the last multiple of 36 in a byte: above it there is bias. */
export function idFrom(nextByte: () => number): string {
  let id = '';
  while (id.length < 16) {
    const byte = nextByte();
    if (byte < 252) id += LETTERS[byte % 36];
  }
  return id;
}

/** An id that nobody can guess. */
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
