import * as z from 'zod/mini';
import type { RealtimeEvent } from '#store/ports/realtime.ts';
import type { TabChannel } from '#store/ports/tabs.ts';

const name = z.string().check(z.minLength(1));
const timetoken = z.nullable(z.string());
/** Created by the same code in another tab. The receiver validates the content of the event. */
const event = z.custom<RealtimeEvent>(
  (value) => typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string',
);

/** Messages between the tabs of one user in one browser about their shared connection. */
const interTabMessageSchema = z.discriminatedUnion('kind', [
  /** To the leader: subscribe to these channels and answer with the state. */
  z.object({ kind: z.literal('subscribe'), from: name, channels: z.array(name), presence: z.array(name) }),
  /** From the leader: the connection carries the channels that `to` requested; `count` events were sent so far. */
  z.object({
    kind: z.literal('state'),
    leader: name,
    to: z.nullable(name),
    count: z.number(),
    isConnected: z.boolean(),
    timetoken,
  }),
  /** From the leader: event number `count` of its connection. */
  z.object({ kind: z.literal('event'), leader: name, count: z.number(), event }),
  /** To the leader: this tab believes that the connection is lost. It may have a newer access key. */
  z.object({ kind: z.literal('reconnect'), authKey: z.nullable(z.string()) }),
]);
export type InterTabMessage = z.infer<typeof interTabMessageSchema>;

/** Ignores messages that do not parse: another tab may run another version. */
export function interTabChannel(channel: TabChannel | null, onMessage: (message: InterTabMessage) => void) {
  channel?.listen((data) => {
    const message = interTabMessageSchema.safeParse(data);
    if (message.success) onMessage(message.data);
  });
  return {
    send: (message: InterTabMessage) => channel?.post(message),
    close: () => channel?.close(),
  };
}
