import * as z from 'zod/mini';
import { type Token, tokenSchema } from './token.ts';

/** Messages between the tabs of one browser. The channel is limited to our origin. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokenRequested') }),
  z.object({ kind: z.literal('token'), token: tokenSchema }),
  z.object({ kind: z.literal('signedIn'), token: tokenSchema }),
  z.object({ kind: z.literal('signedOut') }),
]);
export type SessionMessage = z.infer<typeof messageSchema>;

/** The inter-tab channel for tokens and sign-outs. */
export interface SessionChannel {
  send(message: SessionMessage): void;
  listen(onMessage: (message: SessionMessage) => void): () => void;
}

export function broadcastSessionChannel(name = 'trellis-session'): SessionChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen(onMessage) {
      const receive = ({ data }: MessageEvent<unknown>) => {
        const message = messageSchema.safeParse(data);
        if (message.success) onMessage(message.data);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}

/** Requests the token of another tab; null if no tab responds in time with an acceptable one. */
export function requestToken(
  channel: SessionChannel,
  timeoutMs: number,
  isAcceptable: (token: Token) => boolean,
): Promise<Token | null> {
  return new Promise((resolve) => {
    const finish = (token: Token | null) => {
      clearTimeout(timer);
      stop();
      resolve(token);
    };
    const timer = setTimeout(() => finish(null), timeoutMs);
    const stop = channel.listen((message) => {
      if (message.kind === 'token' && isAcceptable(message.token)) finish(message.token);
    });
    channel.send({ kind: 'tokenRequested' });
  });
}
