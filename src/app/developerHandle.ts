import { baseApi } from '#store/api/baseApi.ts';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { watchFloods } from '#store/devtools/watchFloods.ts';
import { readClientConfig } from './clientConfig.ts';

/** Available in the console as `trellis` in every deployment except production. */
export interface DeveloperHandle {
  store: AppStore;
  /** Actions, their causes and the effects of the sagas. */
  log: ActionLog;
  endpoints: typeof baseApi.endpoints;
  /** Saves the last actions as an anonymous file that `npm run replay FILE` plays. */
  saveTrace(): Promise<void>;
}

/** Shortest time between 2 batches of incoming messages, the most frequent action in ordinary use. */
const MAX_ACTIONS_PER_SECOND = 25;

/** Only the server knows which deployment this is. */
export async function offerDeveloperHandle(
  view: Window & typeof globalThis,
  store: AppStore,
  log: ActionLog,
): Promise<void> {
  const config = await readClientConfig(view);
  if (!config || config.deployment === 'production') return;
  const handle: DeveloperHandle = {
    store,
    log,
    endpoints: baseApi.endpoints,
    async saveTrace() {
      const { saveTrace } = await import('#src/developer/saveTrace.ts');
      saveTrace(view.document, log, config);
    },
  };
  Object.assign(view, { trellis: handle });
  watchFloods(log, {
    now: () => performance.now(),
    maxPerSecond: MAX_ACTIONS_PER_SECOND,
    onFlood: (type) =>
      view.console.warn(
        `${type} was dispatched more than ${MAX_ACTIONS_PER_SECOND} times within a second. Check for a loop.`,
      ),
  });
}
