import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { badRequest } from '#server/http/httpError.ts';

/** Below this score (0 to 4) a password is common, repeated, a sequence, or the person's own name and address. */
const MIN_SCORE = 2;

let loading: Promise<ZxcvbnFactory> | undefined;
/** Loaded with the first new password, because the dictionaries need 30 ms and memory. */
const load = () => {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([core, { dictionary, adjacencyGraphs }]) =>
      new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  );
  return loading;
};

/** Refuses a password that is easy to guess. `personal` are words that are connected with the person. */
export async function requireStrongPassword(password: string, personal: string[]): Promise<void> {
  const estimator = await load();
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  if (estimator.check(password, words).score < MIN_SCORE)
    throw badRequest({
      newPassword: 'is easy to guess because it is common or repeats itself. Use several unrelated words',
    });
}
