import { messageIdOf } from '#contract/messaging/chat.ts';
import { ports, type Saga } from '#sagas/effects.ts';
import type { Ports } from '#sagas/ports.ts';
import type { SentMessage } from '#store/chat/message.ts';
import { instantOf } from '#store/messaging/timetoken.ts';
import type { UnreadableCause, WireMessage } from '#store/ports/realtime.ts';

/** The reported errors, by the ports of each application. */
const reported = new WeakMap<Ports['reportError'], Set<string>>();

/** Reports once for each conversation and cause, without message content. */
export function* reportUnreadable(channel: string, cause: UnreadableCause): Saga {
  const { reportError } = yield* ports();
  const known = reported.get(reportError) ?? new Set();
  reported.set(reportError, known);
  if (known.has(`${channel} ${cause}`)) return;
  known.add(`${channel} ${cause}`);
  reportError(new Error(`A message cannot be decrypted: ${cause}`), `message on ${channel}`);
}

/** A message without its text, shown as unreadable. */
export const unreadableMessage = (wire: WireMessage, publisherId: number): SentMessage => ({
  id: messageIdOf(wire),
  channel: wire.channel,
  publisherId,
  details: '',
  timestamp: instantOf(wire.timetoken),
  timetoken: wire.timetoken,
  status: 'sent',
  isUnreadable: true,
});
