import type { Tabs } from '#store/ports/tabs.ts';
import { connectPubNub } from './pubnub.ts';
import { shareRealtime } from './sharedRealtime.ts';

/** PubNub with one connection for all of the browser's tabs. */
export const browserRealtime = (tabs: Tabs) => shareRealtime(connectPubNub, tabs);
