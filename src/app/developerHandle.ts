import { clientConfigSchema } from '#contract/operations.ts';
import { baseApi } from '#store/api/baseApi.ts';
import type { AppStore } from '#store/createAppStore.ts';

/** What a developer finds in the console as `trellis`, in every deployment but production. */
export interface DeveloperHandle {
  store: AppStore;
  endpoints: typeof baseApi.endpoints;
}

/** The build is the same everywhere: which deployment this is, only the server can tell. */
export async function offerDeveloperHandle(view: Window & typeof globalThis, store: AppStore): Promise<void> {
  const answer = await view.fetch('/api/config').catch(() => null);
  if (!answer?.ok) return;
  const config = clientConfigSchema.safeParse(await answer.json());
  if (!config.success || config.data.deployment === 'production') return;
  Object.assign(view, { trellis: { store, endpoints: baseApi.endpoints } satisfies DeveloperHandle });
}
