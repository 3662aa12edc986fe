import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { NotificationMessage } from '#contract/notifications.ts';
import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

export interface NotificationItem {
  id: string;
  timetoken: string;
  fromUserId: number | null;
  type: string;
  payload: NotificationMessage['payload'];
  status: 'new' | '';
  /** Came after the last visit to the panel: stays for the heading until the panel closes (ruling 25). */
  isSinceLastVisit: boolean;
}
export type NotificationNews = Omit<NotificationItem, 'status' | 'isSinceLastVisit'>;

export interface NotificationsState {
  ids: string[];
  items: Record<string, NotificationItem>;
  isPanelOpen: boolean;
  newCount: number;
  /** The badge comes at once for what arrives live, after 3.5 s for the history of the start (ruling 26). */
  isBadgeShown: boolean;
  readTimetoken: string;
  status: 'idle' | 'loaded' | 'failed';
}

const initialState: NotificationsState = {
  ids: [],
  items: {},
  isPanelOpen: false,
  newCount: 0,
  isBadgeShown: false,
  readTimetoken: '0',
  status: 'idle',
};

/** Newest first, each once. What comes while the panel is open is seen at once and counts for no badge. */
function add(state: NotificationsState, news: NotificationNews[]) {
  for (const one of news) {
    // A peer's joining is an alert of the moment and no item of the list.
    if (state.items[one.id] || one.type === 'PEER_JOINED_SESSION') continue;
    const isNew = isLater(one.timetoken, state.readTimetoken);
    state.items[one.id] = { ...one, status: isNew ? 'new' : '', isSinceLastVisit: isNew };
    state.ids.push(one.id);
    if (isNew && !state.isPanelOpen) state.newCount += 1;
  }
  state.ids.sort((a, b) => compareTimetokens(state.items[b]!.timetoken, state.items[a]!.timetoken));
}

const notificationsSlice = createSlice({
  name: 'notifications',
  initialState,
  reducers: {
    loaded(state, { payload }: PayloadAction<{ items: NotificationNews[]; readTimetoken: string }>) {
      state.readTimetoken = laterOf(state.readTimetoken, payload.readTimetoken);
      state.status = 'loaded';
      add(state, payload.items);
    },
    failed(state) {
      if (state.status !== 'loaded') state.status = 'failed';
    },
    received(state, { payload }: PayloadAction<{ items: NotificationNews[] }>) {
      add(state, payload.items);
    },
    /** Said of what came live and of nothing that was read from history: the peer alert and the celebration hang on it. */
    arrivedLive: (_state, _action: PayloadAction<{ items: NotificationNews[] }>) => {},
    badgeShown(state) {
      state.isBadgeShown = state.newCount > 0;
    },
    panelOpened(state) {
      state.isPanelOpen = true;
      state.newCount = 0;
      state.isBadgeShown = false;
      const newest = state.items[state.ids[0] ?? ''];
      if (newest) state.readTimetoken = laterOf(state.readTimetoken, newest.timetoken);
    },
    /** About 2 s after the list was shown. */
    newFlagsCleared(state) {
      for (const id of state.ids) state.items[id]!.status = '';
    },
    panelClosed(state) {
      state.isPanelOpen = false;
      const newest = state.items[state.ids[0] ?? ''];
      if (newest) state.readTimetoken = laterOf(state.readTimetoken, newest.timetoken);
      for (const id of state.ids) {
        state.items[id]!.status = '';
        state.items[id]!.isSinceLastVisit = false;
      }
    },
    /** Opened in another browser of the same person. */
    readElsewhere(state, { payload }: PayloadAction<{ timetoken: string }>) {
      state.readTimetoken = laterOf(state.readTimetoken, payload.timetoken);
      for (const id of state.ids) {
        const item = state.items[id]!;
        if (!isLater(item.timetoken, state.readTimetoken)) item.status = '';
      }
      state.newCount = state.ids.filter((id) => state.items[id]?.status === 'new').length;
      if (state.newCount === 0) state.isBadgeShown = false;
    },
  },
  extraReducers: (builder) => builder.addMatcher(sessionChanged, () => initialState),
});

export const {
  loaded: notificationsLoaded,
  failed: notificationsFailed,
  received: notificationsReceived,
  arrivedLive: notificationsArrivedLive,
  badgeShown,
  panelOpened,
  panelClosed,
  newFlagsCleared,
  readElsewhere: notificationsReadElsewhere,
} = notificationsSlice.actions;
export default notificationsSlice;
