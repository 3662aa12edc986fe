import type { ClientConfig } from '#contract/administration/operations.ts';
import type { Origin } from '#store/devtools/trace.ts';

/** Replaced by the bundler with the build id. */
declare const __BUILD__: string;

/** Version, build, deployment and time of a trace. */
export const originOf = ({ version, deployment }: Pick<ClientConfig, 'version' | 'deployment'>): Origin => ({
  version,
  build: __BUILD__,
  deployment,
  savedAt: new Date().toISOString(),
});
