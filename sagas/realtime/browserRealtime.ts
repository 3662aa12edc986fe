import type { Tabs } from '#store/ports/tabs.ts';
import { connectPubNub } from './pubnub.ts';
import { shareRealtime } from './sharedRealtime.ts';

/** PubNub with one connection for all tabs of the browser. */
export const browserRealtime = (tabs: Tabs) => shareRealtime(connectPubNub, tabs);
