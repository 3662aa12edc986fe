import { type ClientConfig, clientConfigSchema } from '#contract/administration/operations.ts';

type View = Pick<Window, 'fetch'>;
const cache = new WeakMap<View, Promise<ClientConfig | null>>();

/** Deployment and reporting settings. They come from the server, because all deployments share one build. Cached. */
export function readClientConfig(view: View): Promise<ClientConfig | null> {
  const pending = cache.get(view) ?? fetchConfig(view);
  cache.set(view, pending);
  void pending.then((config) => {
    if (config === null) cache.delete(view); // the next call tries again
  });
  return pending;
}

async function fetchConfig(view: View): Promise<ClientConfig | null> {
  const response = await view.fetch('/api/config').catch(() => null);
  if (!response?.ok) return null;
  const config = clientConfigSchema.safeParse(await response.json().catch(() => null));
  return config.success ? config.data : null;
}
