import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { dialogClosed } from '#store/dialogs/dialogsSlice.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

/** The search text, and the text that was last sent to the server, after a pause in typing. */
const initialState = { text: '', sent: '' };

const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    typed(state, { payload }: PayloadAction<string>) {
      state.text = payload;
    },
    sent(state, { payload }: PayloadAction<string>) {
      state.sent = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(dialogClosed, () => initialState)
      .addCase(locationChanged, () => initialState)
      .addMatcher(sessionChanged, () => initialState),
  selectors: { selectSearch: (state) => state },
});
export const { typed: searchTyped, sent: searchSent } = searchSlice.actions;
export const { selectSearch } = searchSlice.selectors;
export default searchSlice;
