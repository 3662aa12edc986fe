import * as z from 'zod/mini';
import { type Token, tokenSchema } from './token.ts';

/** What the tabs of one browser say to each other. The channel belongs to our origin alone. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  z.object({ kind: z.literal('token'), token: tokenSchema }),
  z.object({ kind: z.literal('signedIn'), token: tokenSchema }),
  z.object({ kind: z.literal('signedOut') }),
]);
export type PeerMessage = z.infer<typeof messageSchema>;

export interface Peers {
  say(message: PeerMessage): void;
  listen(onMessage: (message: PeerMessage) => void): () => void;
}

export function broadcastPeers(name = 'trellis-session'): Peers {
  const channel = new BroadcastChannel(name);
  return {
    say: (message) => channel.postMessage(message),
    listen(onMessage) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        const message = messageSchema.safeParse(data);
        if (message.success) onMessage(message.data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

/** Asks the other tabs for their token; null when none answers in time with one that is newer. */
export function askPeers(
  peers: Peers,
  timeoutMs: number,
  isWanted: (token: Token) => boolean,
): Promise<Token | null> {
  return new Promise((resolve) => {
    const settle = (token: Token | null) => {
      clearTimeout(timer);
      stop();
      resolve(token);
    };
    const timer = setTimeout(() => settle(null), timeoutMs);
    const stop = peers.listen((message) => {
      if (message.kind === 'token' && isWanted(message.token)) settle(message.token);
    });
    peers.say({ kind: 'ask' });
  });
}
