import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { Notification } from '#contract/notifications/notifications.ts';
import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

export type ReceivedNotification = Notification & {
  id: string;
  timetoken: string;
  fromUserId: number | null;
  /** Shown only as an alert. */
  isUnlisted?: true;
};

/** A page of history. `oldest` is its first timetoken, even if that entry could not be parsed. */
interface Page {
  items: ReceivedNotification[];
  oldest: string | null;
  isLast: boolean;
}

export interface NotificationsState {
  /** Newest first. */
  ids: string[];
  items: Record<string, ReceivedNotification>;
  status: 'idle' | 'loaded' | 'failed';
  /** True if entries older than `oldest` have not been loaded. */
  oldest: string | null;
  older: 'some' | 'loading' | 'failed' | 'none';
  /** Number of unread entries older than `oldest`. */
  unreadOlder: number;
  isPanelOpen: boolean;
  newCount: number;
  /** The number shown while the badge fades out. */
  lastCount: number;
  /** Immediately for live notifications, after 3.5 s for those loaded at start-up (decision 0021). */
  isBadgeShown: boolean;
  isStartOver: boolean;
  /** The read positions here and at the service. Both only move forward. */
  readTimetoken: string;
  savedTimetoken: string;
  /** Later items are marked 'new'. */
  seenTimetoken: string;
  /** Later items are listed as "since your last visit" until the panel closes (decision 0021). */
  visitTimetoken: string;
}

const initialState: NotificationsState = {
  ids: [],
  items: {},
  status: 'idle',
  oldest: null,
  older: 'some',
  unreadOlder: 0,
  isPanelOpen: false,
  newCount: 0,
  lastCount: 0,
  isBadgeShown: false,
  isStartOver: false,
  readTimetoken: '0',
  savedTimetoken: '0',
  seenTimetoken: '0',
  visitTimetoken: '0',
};

const newestOf = ({ ids, items }: NotificationsState) => items[ids[0] ?? '']?.timetoken ?? '0';
const countNew = ({
  ids,
  items,
  readTimetoken,
  unreadOlder,
}: Pick<NotificationsState, 'ids' | 'items' | 'readTimetoken' | 'unreadOlder'>) =>
  ids.filter((id) => isLater(items[id]!.timetoken, readTimetoken)).length + unreadOlder;

/** Newest first, without duplicates. Items that arrive while the panel is open do not count for the badge. */
function add(state: NotificationsState, news: readonly ReceivedNotification[]) {
  // Built outside the Immer draft, because the list may contain thousands.
  const known = original(state) ?? state;
  const items = { ...known.items };
  const added = news.filter((one) => !Object.hasOwn(items, one.id) && !one.isUnlisted);
  for (const one of added) items[one.id] = one;
  const ids = Array.from(new Set([...known.ids, ...added.map(({ id }) => id)]));
  ids.sort((a, b) => compareTimetokens(items[b]!.timetoken, items[a]!.timetoken));
  state.items = items;
  state.ids = ids;
  const { readTimetoken, unreadOlder } = state;
  if (!state.isPanelOpen) state.newCount = countNew({ ids, items, readTimetoken, unreadOlder });
}

function addPage(state: NotificationsState, { items, oldest, isLast }: Page, isLoading: boolean) {
  state.oldest = oldest ?? state.oldest;
  if (isLast) state.older = 'none';
  else state.older = isLoading ? 'loading' : 'some';
  add(state, items);
}

const notificationsSlice = createSlice({
  name: 'notifications',
  initialState,
  reducers: {
    /** The newest entries at start-up. `saved` is the read position at the service; null before the first visit. */
    loaded(
      state,
      { payload }: PayloadAction<Page & { saved: string | null; joined: string; unreadOlder: number }>,
    ) {
      const position = payload.saved ?? payload.joined;
      state.readTimetoken = laterOf(state.readTimetoken, position);
      state.seenTimetoken = laterOf(state.seenTimetoken, position);
      state.visitTimetoken = laterOf(state.visitTimetoken, position);
      state.savedTimetoken = laterOf(state.savedTimetoken, payload.saved ?? '0');
      state.status = 'loaded';
      state.unreadOlder = isLater(payload.oldest ?? '0', state.readTimetoken) ? payload.unreadOlder : 0;
      addPage(state, payload, false);
    },
    failed(state) {
      if (state.status !== 'loaded') state.status = 'failed';
    },
    received(state, { payload }: PayloadAction<{ items: ReceivedNotification[] }>) {
      add(state, payload.items);
      if (state.isStartOver && state.newCount > 0) state.isBadgeShown = true;
    },
    /** Dispatched only for live notifications, never for history. It starts celebrations. */
    liveReceived: (_state, _action: PayloadAction<{ items: ReceivedNotification[] }>) => {},
    /** More notifications were missed than one page contains. Entries older than the gap are loaded again on demand. */
    historyReset(state, { payload }: PayloadAction<{ oldest: string; unreadOlder: number }>) {
      state.ids = [];
      state.items = {};
      state.oldest = payload.oldest;
      state.unreadOlder = payload.unreadOlder;
      state.older = 'some';
    },
    olderRequested(state) {
      if (state.status === 'loaded' && state.older !== 'none') state.older = 'loading';
    },
    /** A part of a page. */
    olderLoaded(state, { payload }: PayloadAction<Page & { isLoading: boolean }>) {
      addPage(state, payload, payload.isLoading);
    },
    olderFailed(state) {
      state.older = 'failed';
    },
    /** 3.5 s after the first page was loaded. Shows everything received so far as one number. */
    badgeShown(state) {
      state.isStartOver = true;
      state.isBadgeShown = state.newCount > 0;
    },
    panelOpened(state) {
      state.isPanelOpen = true;
      state.lastCount = state.newCount;
      state.newCount = 0;
      state.unreadOlder = 0;
      state.isBadgeShown = false;
      state.readTimetoken = laterOf(state.readTimetoken, newestOf(state));
    },
    /** The list up to `until` has been on screen for about 2 s. */
    newFlagsCleared(state, { payload }: PayloadAction<{ until: string }>) {
      state.seenTimetoken = laterOf(state.seenTimetoken, payload.until);
      state.readTimetoken = laterOf(state.readTimetoken, payload.until);
    },
    panelClosed(state) {
      state.isPanelOpen = false;
      state.unreadOlder = 0;
      state.readTimetoken = laterOf(state.readTimetoken, newestOf(state));
      state.seenTimetoken = state.readTimetoken;
      state.visitTimetoken = state.readTimetoken;
    },
    positionSaved(state, { payload }: PayloadAction<{ timetoken: string }>) {
      state.savedTimetoken = laterOf(state.savedTimetoken, payload.timetoken);
    },
    /** The same person opened the panel in another browser or tab. */
    readElsewhere(state, { payload: { timetoken } }: PayloadAction<{ timetoken: string }>) {
      state.readTimetoken = laterOf(state.readTimetoken, timetoken);
      state.savedTimetoken = laterOf(state.savedTimetoken, timetoken);
      if (state.isPanelOpen) return; // an open panel clears its marks on its own timer
      state.seenTimetoken = laterOf(state.seenTimetoken, timetoken);
      state.visitTimetoken = laterOf(state.visitTimetoken, timetoken);
      if (!isLater(state.oldest ?? '0', timetoken)) state.unreadOlder = 0;
      state.lastCount = state.newCount;
      state.newCount = countNew(state);
      if (state.newCount === 0) state.isBadgeShown = false;
    },
  },
  extraReducers: (builder) => builder.addMatcher(sessionChanged, () => initialState),
});

export const {
  loaded: notificationsLoaded,
  failed: notificationsFailed,
  received: notificationsReceived,
  liveReceived: liveNotificationsReceived,
  historyReset: notificationsReset,
  olderRequested: olderNotificationsRequested,
  olderLoaded: olderNotificationsLoaded,
  olderFailed: olderNotificationsFailed,
  badgeShown,
  panelOpened,
  panelClosed,
  newFlagsCleared,
  positionSaved: notificationsPositionSaved,
  readElsewhere: notificationsReadElsewhere,
} = notificationsSlice.actions;
export default notificationsSlice;
