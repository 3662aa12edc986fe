import { hash, verify } from '@node-rs/argon2';

/** argon2id with the first of OWASP's parameter sets: 19 MiB, two passes, one lane; about 20 ms in a thread of its own. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, COST);

/** What an unknown account is compared with, so that it costs the time of a known one. Nobody has its password. */
const nobodysHash = hashPassword(crypto.randomUUID());
nobodysHash.catch(() => {}); // whoever compares hears of it

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobodysHash), password);
  return passwordHash !== null && isRight;
}
