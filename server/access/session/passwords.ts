import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's parameters: 19 MiB, 2 passes, 1 lane; about 20 ms in a separate thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, COST);

/** Passwords of unknown accounts are compared with this hash, so that a sign-in takes as long as for known accounts. */
const dummyHash = hashPassword(crypto.randomUUID());
dummyHash.catch(() => {}); // awaited in isPassword

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await dummyHash), password);
  return passwordHash !== null && isRight;
}
