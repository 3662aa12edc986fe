import * as z from 'zod/mini';
import type { RealtimeEvent } from '#sagas/ports.ts';

const name = z.string().check(z.minLength(1));
const timetoken = z.nullable(z.string());
/** Made by the same code in another tab, from what the service said; whoever takes it checks what it carries. */
const event = z.custom<RealtimeEvent>(
  (value) => typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string',
);

/** What the tabs of one person in one browser say to each other about the line that they share. */
const tabMessageSchema = z.discriminatedUnion('kind', [
  /** To the leader: is it there, and does its line carry these channels? */
  z.object({ kind: z.literal('ask'), from: name, channels: z.array(name), presence: z.array(name) }),
  /** The leader: it is there, the line carries what `to` asked for, and `count` events have been told so far. */
  z.object({
    kind: z.literal('state'),
    leader: name,
    to: z.nullable(name),
    count: z.number(),
    isConnected: z.boolean(),
    timetoken,
  }),
  /** The leader: the `count`th event of its line. */
  z.object({ kind: z.literal('event'), leader: name, count: z.number(), event }),
  /** To the leader: this tab has reason to think that the line is dead; perhaps it has a newer key for it. */
  z.object({ kind: z.literal('poke'), authKey: z.nullable(z.string()) }),
]);
export type TabMessage = z.infer<typeof tabMessageSchema>;

/** What the browser gives for it: BroadcastChannel, or what behaves like it. */
export interface TabChannel {
  post(message: unknown): void;
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}

export function tabTalk(channel: TabChannel | null, onMessage: (message: TabMessage) => void) {
  channel?.listen((data) => {
    const message = tabMessageSchema.safeParse(data);
    if (message.success) onMessage(message.data); // a tab of another version may say what this one cannot know
  });
  return {
    say: (message: TabMessage) => channel?.post(message),
    close: () => channel?.close(),
  };
}
