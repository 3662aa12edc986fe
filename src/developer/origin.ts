import type { ClientConfig } from '#contract/operations.ts';
import type { Origin } from '#store/devtools/trace.ts';

/** Replaced by the bundler: what this build was made of. */
declare const __BUILD__: string;

/** Which code wrote a trace, where and when. */
export const originOf = ({ version, deployment }: Pick<ClientConfig, 'version' | 'deployment'>): Origin => ({
  version,
  build: __BUILD__,
  deployment,
  savedAt: new Date().toISOString(),
});
