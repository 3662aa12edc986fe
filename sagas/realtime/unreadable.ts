import { messageIdOf } from '#contract/chat.ts';
import { ports, type Saga } from '#sagas/effects.ts';
import type { Ports, UnreadableCause, WireMessage } from '#sagas/ports.ts';
import type { Post } from '#store/chat/post.ts';
import { instantOf } from '#store/messaging/timetoken.ts';

/** What has been reported, for each application by its port: a page of history, and its next reading, is one report. */
const reported = new WeakMap<Ports['reportError'], Set<string>>();

/** Once for each conversation and cause, and without a word of what was said. */
export function* reportUnreadable(channel: string, cause: UnreadableCause): Saga {
  const { reportError } = yield* ports();
  const known = reported.get(reportError) ?? new Set();
  reported.set(reportError, known);
  if (known.has(`${channel} ${cause}`)) return;
  known.add(`${channel} ${cause}`);
  reportError(new Error(`what was written cannot be decrypted: ${cause}`), `message on ${channel}`);
}

/** A message all the same: it was written, by somebody, at a time; only its words are missing. */
export const unreadablePost = (wire: WireMessage, publisherId: number): Post => ({
  id: messageIdOf(wire),
  channel: wire.channel,
  publisherId,
  details: '',
  timestamp: instantOf(wire.timetoken),
  timetoken: wire.timetoken,
  status: 'sent',
  isUnreadable: true,
});
