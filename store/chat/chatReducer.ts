import { type CombinedSliceReducer, combineSlices, type WithSlice } from '@reduxjs/toolkit';
import widgetSlice from './widgetSlice.ts';

/** The other slices of the chat, which are loaded with the code of a session (sessionSlices.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: extended by sessionSlices.ts
export interface ChatSlices {}
type ChatState = WithSlice<typeof widgetSlice> & ChatSlices;

/**
 * Each slice handles the events that concern it. No slice reads the state of another slice. The widget is here from the
 * start, because it follows the focus of the page.
 */
export const chatReducer = combineSlices(widgetSlice) as unknown as CombinedSliceReducer<ChatState>;
