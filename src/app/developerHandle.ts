import { baseApi } from '#store/api/baseApi.ts';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { readClientConfig } from './clientConfig.ts';

/** Available in the console as `trellis` in every deployment except production. */
export interface DeveloperHandle {
  store: AppStore;
  endpoints: typeof baseApi.endpoints;
  /** Saves the last actions as an anonymous file that `npm run replay FILE` plays. */
  saveTrace(): Promise<void>;
}

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
    endpoints: baseApi.endpoints,
    async saveTrace() {
      const { saveTrace } = await import('#src/developer/saveTrace.ts');
      saveTrace(view.document, log, config);
    },
  };
  Object.assign(view, { trellis: handle });
}
