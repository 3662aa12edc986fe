import { createOutbox } from '#src/app/ports/outbox.ts';
import { memoryOutbox } from '#src/app/ports/outboxStore.ts';
import type { startClient } from './client.ts';
import { fakeMessaging } from './fakeRealtime.ts';
import { fakeBrowser } from './fakeTabs.ts';

/** One browser connected to one service. Its storage remains when its tabs are closed. */
export function aBrowser(start: typeof startClient, messaging = fakeMessaging()) {
  const browser = fakeBrowser();
  const disk = memoryOutbox();
  const openTab = (options: Parameters<typeof startClient>[0] = {}) => {
    const tab = browser.open();
    const client = start({ messaging, outbox: createOutbox(disk, tab), ...options });
    const close = () => {
      client.root.cancel();
      tab.kill();
    };
    return { client, close };
  };
  return { messaging, disk, openTab };
}
