import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { sessionChanged } from '#store/session/sessionSlice.ts';

export interface Opened {
  channel: string;
  peerId: number;
  /** A suggested message for the user to edit and send. */
  text?: string | undefined;
}
interface WidgetState {
  isExpanded: boolean;
  isPageFocused: boolean;
  view: 'list' | 'search' | 'conversation';
  openChannel: string | null;
  searchText: string;
  /** The text of the search results: `searchText` at the last pause in typing. */
  searchedText: string;
}
const initialState: WidgetState = {
  isExpanded: false,
  isPageFocused: true,
  view: 'list',
  openChannel: null,
  searchText: '',
  searchedText: '',
};

const open = (widget: WidgetState, { payload }: PayloadAction<Opened>) => {
  widget.isExpanded = true;
  widget.view = 'conversation';
  widget.searchText = '';
  widget.openChannel = payload.channel;
};
const showList = (widget: WidgetState) => {
  widget.view = 'list';
  widget.openChannel = null;
};

/** The state of the chat widget. */
const widgetSlice = createSlice({
  name: 'chat',
  reducerPath: 'widget',
  initialState,
  reducers: {
    toggled(widget, { payload }: PayloadAction<{ isExpanded: boolean }>) {
      widget.isExpanded = payload.isExpanded;
    },
    pageFocusChanged(widget, { payload }: PayloadAction<{ isFocused: boolean }>) {
      widget.isPageFocused = payload.isFocused;
    },
    searchOpened(widget) {
      widget.isExpanded = true;
      widget.view = 'search';
      widget.searchText = '';
      widget.searchedText = '';
      widget.openChannel = null;
    },
    searchTextChanged(widget, { payload }: PayloadAction<string>) {
      widget.searchText = payload;
    },
    /** The user paused typing or pressed Enter. */
    searchSettled(widget) {
      widget.searchedText = widget.searchText;
    },
    searchClosed: showList,
    /** The user picked a conversation from the list or from another screen. */
    conversationOpened: open,
    /** The user picked a person from the search. The first message makes both users members. */
    conversationStarted: open,
    conversationClosed: (widget, _action: PayloadAction<{ channel: string }>) => showList(widget),
  },
  extraReducers: (builder) =>
    builder.addMatcher(sessionChanged, ({ isPageFocused }) => ({ ...initialState, isPageFocused })),
});
export const {
  toggled: chatToggled,
  pageFocusChanged,
  searchOpened,
  searchTextChanged,
  searchSettled,
  searchClosed,
  conversationOpened,
  conversationStarted,
  conversationClosed,
} = widgetSlice.actions;
/** The open conversation, if any, is closed, collapsed, or opened anew. */
export const conversationLeft = isAnyOf(
  chatToggled,
  conversationClosed,
  conversationOpened,
  conversationStarted,
  searchOpened,
);
export default widgetSlice;
