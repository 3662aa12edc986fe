import { createSelector } from '@reduxjs/toolkit';
import type { Person } from '#contract/people.ts';
import { selectIsLargeOrganisation } from '#store/people/directory.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { selectPeopleIndex } from '#store/people/peopleIndex.ts';
import { searchPeople } from '#store/people/searchPeople.ts';
import type { RootState } from '#store/rootReducer.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

export const selectIsExpanded = (state: RootState) => state.chat.widget.isExpanded;
export const selectChatView = (state: RootState) => state.chat.widget.view;
export const selectOpenChannel = (state: RootState) => state.chat.widget.openChannel;
export const selectSearchText = (state: RootState) => state.chat.widget.searchText;
export const selectSearchedText = (state: RootState) => state.chat.widget.searchedText;

/** Whether the conversation is on screen and the page has the focus. */
export function selectIsReading(state: RootState, channel: string): boolean {
  const { isExpanded, isPageFocused, view, openChannel } = state.chat.widget;
  return isExpanded && isPageFocused && view === 'conversation' && openChannel === channel;
}
export const selectIsPeerTyping = (state: RootState, channel: string) => state.chat.typing[channel] === true;

const selectLocalResults = createSelector(
  [selectPeopleIndex, selectSearchedText, selectUser],
  (index, text, user) => (user ? searchPeople(index, text, user.userId) : []),
);
const noResults: Person[] = [];
/** In a large organisation, the widget requests them from the server. */
export const selectSearchResults = (state: RootState): Person[] =>
  selectIsLargeOrganisation(state)
    ? (peopleApi.endpoints.searchUsers.select(selectSearchedText(state).trim())(state).data ?? noResults)
    : selectLocalResults(state);
