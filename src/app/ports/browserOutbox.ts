import { browserTabs } from './browserTabs.ts';
import { createOutbox } from './outbox.ts';
import { indexedDbOutbox } from './outboxStore.ts';

export const browserOutbox = (view: Window & typeof globalThis) =>
  createOutbox(indexedDbOutbox(view.indexedDB), browserTabs(view));
