import { connect as connectNats, type NatsConnection, StringCodec } from 'nats';
import { io, type Socket } from 'socket.io-client';
import { KEYS } from './contestants.ts';
import { HttpConnection } from './httpConnection.ts';

/** A client of a messaging service: one user with one connection for receiving. */
export interface LoadClient {
  subscribe(channel: string, onMessage: (message: Stamped) => void): Promise<void>;
  /** Resolves with the acknowledgement of the service. */
  publish(channel: string, message: Stamped): Promise<void>;
  close(): void;
}
/** `at` is the send time by the clock of the bench process. `text` has the length of a typical chat message. */
export interface Stamped {
  at: number;
  text: string;
}

/** PubNub's protocol over plain sockets, so that the cost of the SDK is not measured. */
export async function trellisClient(port: number): Promise<LoadClient> {
  const publishing = new HttpConnection(port);
  let polling: HttpConnection | null = null;
  const uuid = `bench-${Math.random().toString(36).slice(2)}`;
  return {
    async subscribe(channel, onMessage) {
      const poll = new HttpConnection(port);
      polling = poll;
      const path = `/v2/subscribe/${KEYS.subscribe}/${channel}/0?uuid=${uuid}`;
      type PollBody = { t: { t: string; r: number }; m: { d: Stamped }[] };
      let { t } = (await poll.get(path)) as PollBody;
      void (async () => {
        try {
          for (;;) {
            const body = (await poll.get(`${path}&tt=${t.t}&tr=${t.r}`)) as PollBody;
            t = body.t;
            for (const { d } of body.m) onMessage(d);
          }
        } catch {
          // the connection was closed at the end of the run
        }
      })();
    },
    async publish(channel, message) {
      const json = encodeURIComponent(JSON.stringify(message));
      await publishing.get(`/publish/${KEYS.publish}/${KEYS.subscribe}/0/${channel}/0/${json}?uuid=${uuid}`);
    },
    close() {
      publishing.close();
      polling?.close();
    },
  };
}

export async function socketIoClient(port: number): Promise<LoadClient> {
  const socket: Socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    async subscribe(channel, onMessage) {
      socket.on('message', onMessage);
      await socket.emitWithAck('join', [channel]);
    },
    async publish(channel, message) {
      await socket.emitWithAck('publish', channel, message);
    },
    close: () => void socket.disconnect(),
  };
}

const text = StringCodec();
export async function natsClient(port: number): Promise<LoadClient> {
  const connection: NatsConnection = await connectNats({ servers: `127.0.0.1:${port}` });
  return {
    async subscribe(channel, onMessage) {
      connection.subscribe(channel, {
        callback: (_error, message) => onMessage(JSON.parse(text.decode(message.data)) as Stamped),
      });
      await connection.flush();
    },
    async publish(channel, message) {
      connection.publish(channel, text.encode(JSON.stringify(message)));
      await connection.flush(); // NATS has no acknowledgements; the round trip makes it comparable
    },
    close: () => void connection.close(),
  };
}
