import { readConfig } from '#server/config.ts';
import { createIdTokenKey, replaceSecrets, type Secrets } from '#server/secrets.ts';
import { CommandError } from './support.ts';

type Keys = Secrets['idTokenKeys'];
/** How long an id token is valid. After that, nothing needs the key that signed it. */
const TOKEN_LIFE_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

const RESTART = 'Restart all API processes, one by one, then run this command again';

/**
 * Takes the next of 3 steps: adds a key that verifies, lets it sign, removes the old key. Every process knows a key before
 * another process signs with it, so no one is signed out. Returns the new keys and what to do next.
 */
export function nextStep(
  keys: Keys,
  spare: Omit<Keys[number], 'createdAt'>,
  now: Date,
): { keys: Keys; done: string } {
  const at = now.toISOString();
  const [first, second] = keys;
  if (!first) throw new CommandError('secrets.json contains no key.');
  if (!second)
    return {
      keys: [first, { ...spare, createdAt: at }],
      done: `Step 1 of 3: a new key is known, and signs nothing yet. ${RESTART}.`,
    };
  if ((second.createdAt ?? '') > (first.createdAt ?? ''))
    return {
      keys: [{ ...second, signsSince: at }, first],
      done: `Step 2 of 3: the new key signs. ${RESTART} after 1 hour.`,
    };
  const leftMs = Date.parse(first.signsSince ?? at) + TOKEN_LIFE_MS - now.getTime();
  if (leftMs > 0)
    throw new CommandError(
      `Tokens signed with the old key are still valid. Run this command again in ${Math.ceil(leftMs / MINUTE_MS)} minutes.`,
    );
  return {
    keys: [first],
    done: 'Step 3 of 3: the old key is removed. Restart all API processes to forget it.',
  };
}

export async function run(): Promise<void> {
  const { dataDir } = readConfig(process.env);
  const spare = await createIdTokenKey();
  let done = '';
  replaceSecrets(dataDir, (secrets) => {
    const step = nextStep(secrets.idTokenKeys, spare, new Date());
    done = step.done;
    return { ...secrets, idTokenKeys: step.keys };
  });
  process.stdout.write(`${done}\n`);
}
