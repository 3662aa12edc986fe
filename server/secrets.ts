import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';

const secret = z.string().check(z.minLength(32));
const secretsSchema = z.object({
  /** The first key signs id tokens. All keys verify them. */
  idTokenKeys: z
    .array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        d: z.string(),
        kid: z.string(),
        /** When the key was created, and when it began to sign. Missing for a key that was never rotated. */
        createdAt: z.optional(z.string()),
        signsSince: z.optional(z.string()),
      }),
    )
    .check(z.minLength(1)),
  refreshKey: secret,
  messaging: z.object({ publishKey: secret, subscribeKey: secret, secretKey: secret }),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** The file of secrets cannot be used. The message says what to do. */
export class SecretsError extends Error {
  override name = 'SecretsError';
}

/**
 * The secrets of this installation, created at the first start. The file is written under a temporary name and then
 * linked, so that it is either complete or missing, and 2 processes that start together use the same secrets.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const file = join(dataDir, 'secrets.json');
  return read(file) ?? write(file, await createSecrets());
}

function read(file: string): Secrets | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  chmodSync(file, 0o600);
  const parsed = secretsSchema.safeParse(parseOrNull(text));
  if (!parsed.success)
    throw new SecretsError(
      `${file} is damaged. Restore it from a backup, or remove it; then everyone has to sign in again.`,
    );
  return parsed.data;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function writeTemporary(file: string, secrets: Secrets): string {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return temporary;
}

function write(file: string, secrets: Secrets): Secrets {
  const temporary = writeTemporary(file, secrets);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const stored = read(file);
  if (!stored) throw new Error(`${file} could not be written. Check the permissions of the directory.`);
  return stored;
}

/** Replaces the secrets of an installation. Running processes keep the ones they have read. */
export function replaceSecrets(dataDir: string, change: (secrets: Secrets) => Secrets): void {
  const file = join(dataDir, 'secrets.json');
  const secrets = read(file);
  if (!secrets) throw new SecretsError(`${file} is missing. The first start of the server creates it.`);
  const temporary = writeTemporary(file, change(secrets));
  renameSync(temporary, file);
}

export async function createIdTokenKey(): Promise<Omit<Secrets['idTokenKeys'][number], 'createdAt'>> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const { x = '', y = '', d = '' } = await exportJWK(privateKey);
  return { kty: 'EC', crv: 'P-256', x, y, d, kid: randomBytes(8).toString('hex') };
}

async function createSecrets(): Promise<Secrets> {
  const random = () => randomBytes(32).toString('base64url');
  return secretsSchema.parse({
    idTokenKeys: [await createIdTokenKey()],
    refreshKey: random(),
    messaging: {
      publishKey: `pub-c-${random()}`,
      subscribeKey: `sub-c-${random()}`,
      secretKey: `sec-c-${random()}`,
    },
  });
}
