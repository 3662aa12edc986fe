import { chatChannel } from '#contract/channels.ts';
import type { MessageChange } from '#contract/chatChanges.ts';
import { INITIAL_READ_POSITION_MS } from '#contract/limits.ts';
import type { Realtime } from '../realtime/index.ts';

export interface Reader {
  tenantId: number;
  userId: number;
  uuid: string;
  joinedAt: Date;
}
export interface Writer {
  userId: number;
  uuid: string;
}

/** A position is kept by the reader's client, so it is checked like everything that comes from there. */
const TIMETOKEN = /^[1-9]\d{0,18}$/;
const timetokenAt = (at: number) => String(BigInt(Math.max(1, at)) * 10_000n);

export interface Unread {
  /** Of the newest 25 messages. */
  count: number;
  /** One of them was corrected or withdrawn: what was noted of it may not be what it says now. */
  isChanged: boolean;
}

/**
 * What the reader has not read yet of the writer, and the writer has not withdrawn. The read position says it, so it is
 * true of every browser of the reader; who has none begins a year back, or on joining (ruling 16).
 */
export async function unreadFrom(
  realtime: Pick<Realtime, 'readPosition' | 'messagesAfter'>,
  writer: Writer,
  reader: Reader,
  now: Date,
  { until }: { until?: Date } = {},
): Promise<Unread> {
  const channel = chatChannel(reader.tenantId, writer.userId, reader.userId);
  const kept = await realtime.readPosition(channel, reader.uuid);
  const start = Math.max(now.getTime() - INITIAL_READ_POSITION_MS, reader.joinedAt.getTime());
  const position = kept !== null && TIMETOKEN.test(kept) ? kept : timetokenAt(start);
  const end = until ? [timetokenAt(until.getTime())] : [];
  const marks = (await realtime.messagesAfter(channel, position, ...end)).filter(
    ({ publisher }) => publisher === writer.uuid,
  );
  const withdrawn: MessageChange['kind'] = 'delete';
  const corrected: MessageChange['kind'] = 'edit';
  return {
    count: marks.filter(({ changes }) => !changes.includes(withdrawn)).length,
    isChanged: marks.some(({ changes }) => changes.includes(withdrawn) || changes.includes(corrected)),
  };
}
