import { nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { MessageChange } from '#contract/chatChanges.ts';
import type { ChatState, KnownMarks, PendingChange } from '#store/chat/chatState.ts';
import { threadOf } from '#store/chat/chatState.ts';
import { addMark, joinMarks, type Mark } from '#store/chat/marks.ts';
import { isLater, laterOf, timetokenAt } from '#store/messaging/timetoken.ts';

/** Under the one timetoken that a message is shown with, though it may have been published twice. */
function keep(chat: ChatState, mark: Mark): void {
  const { channel, messageTimetoken } = mark;
  const timetoken = threadOf(chat, channel).aliases[messageTimetoken] ?? messageTimetoken;
  chat.marks[channel] ??= {};
  const marks = chat.marks[channel];
  marks[timetoken] = addMark(marks[timetoken], mark);
}

/** A message turned out to be another one's double: what was said about it is said about that one. */
export function rekeyMarks(chat: ChatState, channel: string, aliases: Record<string, string>): void {
  const marks = chat.marks[channel];
  if (!marks) return;
  for (const [alias, timetoken] of Object.entries(aliases)) {
    const stray = marks[alias];
    if (!stray) continue;
    marks[timetoken] = joinMarks(marks[timetoken], stray);
    delete marks[alias];
  }
}

/** The stories of what is said about messages after they were sent. */
export const markReducers = {
  /** Corrected, withdrawn or reacted to by the person here: shown at once, and on its way. */
  messageChanged: {
    prepare: (channel: string, messageTimetoken: string, change: MessageChange) => ({
      payload: { id: nanoid(), channel, messageTimetoken, change, at: timetokenAt(Date.now()) },
    }),
    reducer(chat: ChatState, { payload }: PayloadAction<Omit<PendingChange, 'status'>>) {
      chat.changes[payload.id] = { ...payload, status: 'sending' };
    },
  },
  messageChangeSaved(chat: ChatState, { payload }: PayloadAction<{ id: string; mark: Mark }>) {
    delete chat.changes[payload.id];
    keep(chat, payload.mark);
  },
  messageChangeFailed(
    chat: ChatState,
    { payload }: PayloadAction<{ id: string; cause: 'refused' | 'late' }>,
  ) {
    const pending = chat.changes[payload.id];
    if (pending) pending.status = payload.cause;
  },
  messageChangeRetried(chat: ChatState, { payload }: PayloadAction<{ id: string }>) {
    const pending = chat.changes[payload.id];
    if (pending) pending.status = 'sending';
  },
  /** It is undone. Of a correction the text is not lost: it becomes a draft again. */
  messageChangeGivenUp(
    chat: ChatState,
    { payload }: PayloadAction<Pick<PendingChange, 'id' | 'channel' | 'messageTimetoken' | 'change'>>,
  ) {
    delete chat.changes[payload.id];
  },
  /** Said before a reload, or in a tab that is gone, and not known to have arrived. */
  changesRestored(chat: ChatState, { payload }: PayloadAction<{ changes: PendingChange[] }>) {
    for (const change of payload.changes) chat.changes[change.id] = change;
  },
  marksReceived(chat: ChatState, { payload }: PayloadAction<{ marks: Mark[] }>) {
    for (const mark of payload.marks) {
      keep(chat, mark);
      const known = chat.knownMarks[mark.channel];
      if (known) known.upTo = laterOf(known.upTo, mark.actionTimetoken);
    }
  },
  /** A part of what was said earlier has been read: everything from there on is known. */
  marksLoaded(
    chat: ChatState,
    { payload }: PayloadAction<{ channel: string; marks: Mark[]; known: KnownMarks }>,
  ) {
    const { channel, marks, known: read } = payload;
    for (const mark of marks) keep(chat, mark);
    const known = chat.knownMarks[channel];
    chat.knownMarks[channel] = {
      from: known && isLater(read.from, known.from) ? known.from : read.from,
      upTo: laterOf(known?.upTo ?? '0', read.upTo),
    };
  },
  /** Reading them stopped half-way: where they are known from and to is not known any more. */
  marksBroken(chat: ChatState, { payload }: PayloadAction<{ channel: string }>) {
    delete chat.knownMarks[payload.channel];
  },
};
