import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

/** The name of the open menu or dialog of the frame (`navMenu`, `userMenu` or `search`). At most one of them is open. */
const initialState = { open: null as string | null };

const dialogsSlice = createSlice({
  name: 'dialogs',
  initialState,
  reducers: {
    opened: (_dialogs, { payload }: PayloadAction<string>) => ({ open: payload }),
    closed: () => initialState,
  },
  extraReducers: (builder) =>
    builder.addCase(locationChanged, () => initialState).addMatcher(sessionChanged, () => initialState),
  selectors: { selectOpenDialog: (dialogs) => dialogs.open },
});
export const { opened: dialogOpened, closed: dialogClosed } = dialogsSlice.actions;
export const { selectOpenDialog } = dialogsSlice.selectors;
export default dialogsSlice;
