import type { UpdatesPort } from '#store/ports/updates.ts';

const WORKER_URL = '/service-worker.js';
const CHECK_EVERY_MS = 10 * 60_000;

interface Policies {
  createPolicy(name: string, rules: typeof workerUrls): typeof workerUrls;
}
const workerUrls = { createScriptURL: (_url: string): string => WORKER_URL };

/** Trusted Types allow the address of a worker only from a named policy. */
const workerUrl = (view: Window): string => {
  const types = (view as unknown as { trustedTypes?: Policies }).trustedTypes;
  return (types?.createPolicy('trellis#service-worker', workerUrls) ?? workerUrls).createScriptURL(
    WORKER_URL,
  );
};

/** Replaced by the bundler: false under `npm run dev`, whose files change all the time. */
declare const __HAS_SERVICE_WORKER__: boolean;
/** Replaced by the bundler with the build id. */
declare const __BUILD__: string;

export const openUpdates = async (view: Window) =>
  browserUpdates(view, __HAS_SERVICE_WORKER__ ? await registerWorker(view) : undefined, __BUILD__);

/** Undefined where the browser has no service workers, for example over plain http on a network address. */
async function registerWorker(view: Window): Promise<ServiceWorkerRegistration | undefined> {
  const { serviceWorker, connection } = view.navigator as Navigator & { connection?: { saveData?: boolean } };
  // Users in data-saving mode do not want to download 1.5 MB for later use.
  if (!serviceWorker || connection?.saveData) return undefined;
  await serviceWorker.register(workerUrl(view), { updateViaCache: 'none' }).catch(() => undefined);
  return serviceWorker.getRegistration();
}

/** The build of a worker. A worker that only removes itself does not answer. */
const buildOf = (worker: ServiceWorker) =>
  new Promise<unknown>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    worker.postMessage('build', [port2]);
  });

/**
 * A newer version is found in two ways: a worker of another build was installed, or the server no longer has the script
 * of this page. A worker of this page's build starts immediately, so that it serves the next reload offline.
 */
export function browserUpdates(
  view: Window,
  registration: ServiceWorkerRegistration | undefined,
  build: string,
): UpdatesPort {
  const { document: page } = view;
  const listeners = new Set<() => void>();
  let isFound = false;
  const found = () => {
    isFound = true;
    for (const listener of listeners) listener();
  };

  const meet = async (worker: ServiceWorker) => {
    if ((await buildOf(worker)) === build) worker.postMessage('start');
    else found();
  };
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      // Without an active worker, the new one is the first of this browser and starts by itself.
      if (worker.state === 'installed' && registration?.active) void meet(worker);
    });
  if (registration?.waiting) void meet(registration.waiting);
  follow(registration?.installing ?? null);
  registration?.addEventListener('updatefound', () => follow(registration.installing));

  async function checkScript() {
    const url = page.querySelector<HTMLScriptElement>('script[src*="/assets/"]')?.src;
    if (!url) return;
    const response = await view.fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (response?.status === 404) found();
  }
  let checkedAt = view.performance.now();
  const check = () => {
    checkedAt = view.performance.now();
    registration?.update().catch(() => undefined); // offline
    void checkScript();
  };
  const checkWhenDue = () => {
    if (page.visibilityState === 'visible' && view.performance.now() - checkedAt >= CHECK_EVERY_MS) check();
  };
  page.addEventListener('visibilitychange', checkWhenDue);
  view.setInterval(checkWhenDue, CHECK_EVERY_MS);

  return {
    listen(onNewVersion) {
      listeners.add(onNewVersion);
      if (isFound) onNewVersion();
      return () => listeners.delete(onNewVersion);
    },
    check,
    reload: () => view.location.reload(),
  };
}
