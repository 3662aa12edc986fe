import { useEffect, useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';

export interface Strength {
  /** Number of filled bars, from 1 to 4. */
  rungs: number;
  word: string;
}

const WORDS: readonly Strength[] = [
  { rungs: 1, word: 'Weak' },
  { rungs: 1, word: 'Weak' },
  { rungs: 2, word: 'Fair' },
  { rungs: 3, word: 'Strong' },
  { rungs: 4, word: 'Very strong' },
];

/** Such a password is refused, however hard it is to guess. */
const TOO_SHORT: Strength = { rungs: 1, word: 'Too short' };

/** The estimator and its dictionaries are large, so they are loaded when the user types a password. */
const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};
let estimator: ReturnType<typeof loadEstimator> | undefined;

/** How hard a password is to guess; null until it is known. The server makes the final decision (decision 0044). */
export function useStrength(password: string): Strength | null {
  const [result, setResult] = useState<{ password: string; strength: Strength | null } | null>(null);
  useEffect(() => {
    if (password === '') return;
    let isOutdated = false;
    estimator ??= loadEstimator();
    void estimator.then(
      (loaded) => {
        if (isOutdated) return;
        const isShort = password.length < PASSWORD_MIN_LENGTH;
        const strength = isShort ? TOO_SHORT : (WORDS[loaded.check(password).score] ?? null);
        setResult({ password, strength });
      },
      () => {
        estimator = undefined; // retried with the next character
      },
    );
    return () => {
      isOutdated = true;
    };
  }, [password]);
  return password === '' ? null : (result?.strength ?? null);
}
