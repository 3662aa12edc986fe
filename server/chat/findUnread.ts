import { INITIAL_READ_POSITION_MS } from '#contract/limits.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import type { MessageAction } from '#contract/messaging/messageActions.ts';
import type { Realtime } from '#server/realtime/index.ts';

export interface Reader {
  tenantId: number;
  userId: number;
  uuid: string;
  joinedAt: Date;
}
export interface Sender {
  userId: number;
  uuid: string;
}

/** The reader's client writes the position, so it is checked like all client input. */
const TIMETOKEN = /^[1-9]\d{0,18}$/;
const timetokenAt = (at: number) => String(BigInt(Math.max(1, at)) * 10_000n);

const DELETE: MessageAction['kind'] = 'delete';
const EDIT: MessageAction['kind'] = 'edit';

export interface Unread {
  /** Counts only the newest 25 messages. */
  count: number;
  /** True if one of them was edited or deleted, so that a stored preview may be out of date. */
  isChanged: boolean;
}

/**
 * Counts messages after the reader's read position, without deleted ones. Without a position it starts one year back, or
 * when the reader joined if that is later. See docs/decisions/0014-read-positions.md.
 */
export async function findUnread(
  realtime: Pick<Realtime, 'membership' | 'messagesAfter'>,
  sender: Sender,
  reader: Reader,
  now: Date,
  { until }: { until?: Date } = {},
): Promise<Unread> {
  const channel = chatChannel(reader.tenantId, sender.userId, reader.userId);
  const stored = (await realtime.membership(channel, reader.uuid))?.timetoken ?? null;
  const start = Math.max(now.getTime() - INITIAL_READ_POSITION_MS, reader.joinedAt.getTime());
  const position = stored !== null && TIMETOKEN.test(stored) ? stored : timetokenAt(start);
  const end = until ? [timetokenAt(until.getTime())] : [];
  const unread = (await realtime.messagesAfter(channel, position, ...end)).filter(
    ({ publisher }) => publisher === sender.uuid,
  );
  return {
    count: unread.filter(({ actionTypes }) => !actionTypes.includes(DELETE)).length,
    isChanged: unread.some(({ actionTypes }) => actionTypes.includes(DELETE) || actionTypes.includes(EDIT)),
  };
}
