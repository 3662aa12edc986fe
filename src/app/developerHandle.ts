import { originOf } from '#src/developer/origin.ts';
import { saveFile } from '#src/developer/saveFile.ts';
import { baseApi } from '#store/api/baseApi.ts';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { anonymousTrace } from '#store/devtools/trace.ts';
import { readClientConfig } from './clientConfig.ts';

/** What a developer finds in the console as `trellis`, in every deployment but production. */
export interface DeveloperHandle {
  store: AppStore;
  endpoints: typeof baseApi.endpoints;
  /** The last actions as a file that may be sent: `npm run replay FILE` plays it. */
  saveTrace(): void;
}

/** Which deployment this is, only the server can tell. */
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
    saveTrace: () => saveFile(view.document, 'trellis-trace.json', anonymousTrace(log, originOf(config))),
  };
  Object.assign(view, { trellis: handle });
}
