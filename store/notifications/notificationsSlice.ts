import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { NotificationMessage } from '#contract/notifications.ts';
import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

export interface NotificationNews {
  id: string;
  timetoken: string;
  fromUserId: number | null;
  type: string;
  payload: NotificationMessage['payload'];
}
/** A peer's joining is an alert of the moment and no item of the list. */
export const isListItem = ({ type }: NotificationNews) => type !== 'PEER_JOINED_SESSION';

/** A page of history: what of it could be read, and how far back it reached, readable or not. */
interface Page {
  items: NotificationNews[];
  oldest: string | null;
  isLast: boolean;
}

export interface NotificationsState {
  /** Newest first. */
  ids: string[];
  items: Record<string, NotificationNews>;
  status: 'idle' | 'loaded' | 'failed';
  /** What is older than `oldest` is still with the service, unless it is known that there is none. */
  oldest: string | null;
  older: 'some' | 'loading' | 'failed' | 'none';
  isPanelOpen: boolean;
  newCount: number;
  /** The number that was on the bell: it is still there while it fades. */
  lastCount: number;
  /** The badge comes at once for what arrives live, after 3.5 s for the history of the start (ruling 26). */
  isBadgeShown: boolean;
  isStartOver: boolean;
  /** How far the person has read, and how far the service knows. Both only move forward. */
  readTimetoken: string;
  savedTimetoken: string;
  /** What is later is marked 'new'. */
  seenTimetoken: string;
  /** What is later came since the last visit: it stands until the panel closes (ruling 25). */
  visitTimetoken: string;
}

const initialState: NotificationsState = {
  ids: [],
  items: {},
  status: 'idle',
  oldest: null,
  older: 'some',
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
}: Pick<NotificationsState, 'ids' | 'items' | 'readTimetoken'>) =>
  ids.filter((id) => isLater(items[id]!.timetoken, readTimetoken)).length;

/** Newest first, each once. What comes while the panel is open is seen at once and counts for no badge. */
function add(state: NotificationsState, news: readonly NotificationNews[]) {
  // Put together outside of the draft: the list may hold thousands.
  const known = original(state) ?? state;
  const items = { ...known.items };
  const added = news.filter((one) => !Object.hasOwn(items, one.id) && isListItem(one));
  for (const one of added) items[one.id] = one;
  const ids = Array.from(new Set([...known.ids, ...added.map(({ id }) => id)]));
  ids.sort((a, b) => compareTimetokens(items[b]!.timetoken, items[a]!.timetoken));
  state.items = items;
  state.ids = ids;
  if (!state.isPanelOpen) state.newCount = countNew({ ids, items, readTimetoken: state.readTimetoken });
}

function addPage(state: NotificationsState, { items, oldest, isLast }: Page) {
  state.oldest = oldest ?? state.oldest;
  state.older = isLast ? 'none' : 'some';
  add(state, items);
}

const notificationsSlice = createSlice({
  name: 'notifications',
  initialState,
  reducers: {
    /** The newest page, at the start. `saved` is the position that the service keeps; null before the first visit. */
    loaded(state, { payload }: PayloadAction<Page & { saved: string | null; joined: string }>) {
      const position = payload.saved ?? payload.joined;
      state.readTimetoken = laterOf(state.readTimetoken, position);
      state.seenTimetoken = laterOf(state.seenTimetoken, position);
      state.visitTimetoken = laterOf(state.visitTimetoken, position);
      state.savedTimetoken = laterOf(state.savedTimetoken, payload.saved ?? '0');
      state.status = 'loaded';
      addPage(state, payload);
    },
    failed(state) {
      if (state.status !== 'loaded') state.status = 'failed';
    },
    received(state, { payload }: PayloadAction<{ items: NotificationNews[] }>) {
      add(state, payload.items);
      if (state.isStartOver && state.newCount > 0) state.isBadgeShown = true;
    },
    /** Said of what came live and of nothing that was read from history: the peer alert and the celebration hang on it. */
    arrivedLive: (_state, _action: PayloadAction<{ items: NotificationNews[] }>) => {},
    /** More was missed than is fetched at once: what is older than the gap is read again when somebody asks for it. */
    historyBroken(state, { payload }: PayloadAction<{ oldest: string }>) {
      state.ids = [];
      state.items = {};
      state.oldest = payload.oldest;
      state.older = 'some';
    },
    olderRequested(state) {
      if (state.status === 'loaded' && state.older !== 'none') state.older = 'loading';
    },
    olderLoaded(state, { payload }: PayloadAction<Page>) {
      addPage(state, payload);
    },
    olderFailed(state) {
      state.older = 'failed';
    },
    /** The start is over, 3.5 s after its history was read: what came meanwhile is shown together. */
    badgeShown(state) {
      state.isStartOver = true;
      state.isBadgeShown = state.newCount > 0;
    },
    panelOpened(state) {
      state.isPanelOpen = true;
      state.lastCount = state.newCount;
      state.newCount = 0;
      state.isBadgeShown = false;
      state.readTimetoken = laterOf(state.readTimetoken, newestOf(state));
    },
    /** The list has been on screen for about 2 s, up to this one. */
    newFlagsCleared(state, { payload }: PayloadAction<{ until: string }>) {
      state.seenTimetoken = laterOf(state.seenTimetoken, payload.until);
      state.readTimetoken = laterOf(state.readTimetoken, payload.until);
    },
    panelClosed(state) {
      state.isPanelOpen = false;
      state.readTimetoken = laterOf(state.readTimetoken, newestOf(state));
      state.seenTimetoken = state.readTimetoken;
      state.visitTimetoken = state.readTimetoken;
    },
    positionSaved(state, { payload }: PayloadAction<{ timetoken: string }>) {
      state.savedTimetoken = laterOf(state.savedTimetoken, payload.timetoken);
    },
    /** Opened in another browser, or another tab, of the same person. */
    readElsewhere(state, { payload: { timetoken } }: PayloadAction<{ timetoken: string }>) {
      state.readTimetoken = laterOf(state.readTimetoken, timetoken);
      state.savedTimetoken = laterOf(state.savedTimetoken, timetoken);
      if (state.isPanelOpen) return; // what is looked at keeps its marks for as long as they are due
      state.seenTimetoken = laterOf(state.seenTimetoken, timetoken);
      state.visitTimetoken = laterOf(state.visitTimetoken, timetoken);
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
  arrivedLive: notificationsArrivedLive,
  historyBroken: notificationsBroken,
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
