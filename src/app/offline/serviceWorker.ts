import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The part of a worker's global scope that is used here. TypeScript's DOM library does not have it. */
interface WorkerScope {
  /** The build replaces it with the list of files. */
  __PRECACHE__: { url: string; revision: string | null }[];
  registration: { navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
declare const self: WorkerScope;
/** Replaced by the bundler with the build id. */
declare const __BUILD__: string;

const PAGE = '/index.html';
/** On a network that is connected but does not respond, the stored page is shown after this time. */
const PAGE_TIMEOUT_MS = 4_000;

/** The page of the server, or the stored page when the server cannot be reached. Both are without personal data. */
async function loadPage(fromServer: Promise<Response>): Promise<Response> {
  const stored = () => matchPrecache(PAGE);
  try {
    const response = await within(PAGE_TIMEOUT_MS, fromServer);
    return response.status < 500 ? response : ((await stored()) ?? response);
  } catch {
    return (await stored()) ?? fromServer.catch(() => Response.error());
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No response in time')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface Navigation {
  preloadResponse?: Promise<Response | undefined>;
}

// Registered before the stored files, so that a page comes from the server first.
registerRoute(
  new NavigationRoute(
    ({ event, request }) =>
      loadPage(
        Promise.resolve((event as Navigation).preloadResponse).then(
          (preloaded) => preloaded ?? fetch(request),
        ),
      ),
    { denylist: [/^\/(api|\.well-known|dev|metrics)(\/|$)/] },
  ),
);
// Only files of the build are stored. API responses never are: they belong to a person.
precacheAndRoute(self.__PRECACHE__, { directoryIndex: '', cleanURLs: false });
cleanupOutdatedCaches();

// The browser requests the page while the worker starts.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
});

// A new worker waits until no page uses the files of the old one, or until a page of its own build asks it to start.
self.addEventListener('message', ({ data, ports: [answer] }) => {
  if (data === 'build') answer?.postMessage(__BUILD__);
  else if (data === 'start') void self.skipWaiting();
});
