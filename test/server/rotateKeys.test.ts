import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdTokens } from '#server/access/session/index.ts';
import { nextStep } from '#server/commands/rotateKeys.ts';
import { createIdTokenKey, loadSecrets, replaceSecrets, type Secrets } from '#server/secrets.ts';

type Keys = Secrets['idTokenKeys'];
const START = Date.parse('2026-11-26T12:00:00Z');
const MINUTE_MS = 60_000;
const claims = { userId: 7, tenantId: 3, sessionId: 's', clientId: 'c' };

/** A process that has read these keys. */
const processWith = (keys: Keys, at: number) =>
  createIdTokens({
    keys,
    issuer: 'https://trellis.example',
    lifetimeSeconds: 3_600,
    now: () => new Date(at),
  });

describe('rotating the key that signs sign-in tokens', () => {
  it('signs no one out while processes are restarted one by one', async () => {
    let keys: Keys = [await createIdTokenKey()];
    const before = keys;
    const generations = [keys];
    for (const minutes of [0, 5, 70]) {
      ({ keys } = nextStep(keys, await createIdTokenKey(), new Date(START + minutes * MINUTE_MS)));
      generations.push(keys);
    }
    expect(generations.map(({ length }) => length)).toEqual([1, 2, 2, 1]);
    expect(keys[0]?.kid).not.toBe(before[0]?.kid);
    for (const [at, generation] of generations.slice(1).entries()) {
      // A process with the keys before this step, and one with the keys after it, accept each other's tokens.
      const older = await processWith(generations[at]!, START);
      const newer = await processWith(generation, START);
      const isLast = at === 2;
      expect(await newer.verify(await older.sign(claims))).toMatchObject({ userId: 7 });
      expect(await older.verify(await newer.sign(claims))).toMatchObject({ userId: 7 });
      if (isLast)
        expect(await newer.verify(await (await processWith(before, START)).sign(claims))).toBeNull();
    }
  });

  it('keeps the old key while its tokens are valid, and says for how long', async () => {
    const spare = await createIdTokenKey();
    const added = nextStep([await createIdTokenKey()], spare, new Date(START)).keys;
    const signing = nextStep(added, spare, new Date(START)).keys;
    expect(() => nextStep(signing, spare, new Date(START + 20 * MINUTE_MS))).toThrow('in 40 minutes');
  });

  it('replaces the secrets file, which only its owner can read, and publishes no other field', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-keys-'));
    const secrets = await loadSecrets(directory);
    const spare = await createIdTokenKey();
    replaceSecrets(directory, (old) => ({
      ...old,
      idTokenKeys: nextStep(old.idTokenKeys, spare, new Date(START)).keys,
    }));
    const file = join(directory, 'secrets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Secrets;
    expect(stored).toMatchObject({ refreshKey: secrets.refreshKey, messaging: secrets.messaging });
    expect((await loadSecrets(directory)).idTokenKeys).toHaveLength(2);
    const { jwks } = await processWith(stored.idTokenKeys, START);
    expect(new Set(jwks.keys.flatMap(Object.keys))).toEqual(
      new Set(['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use']),
    );
    rmSync(directory, { recursive: true });
  });
});
