import { connect as connectNats, type NatsConnection, StringCodec } from 'nats';
import { io, type Socket } from 'socket.io-client';
import { KEYS } from './contestants.ts';
import { HttpConnection } from './httpConnection.ts';

/** What the load needs of a service: each client is one person with one connection to listen on. */
export interface LoadClient {
  subscribe(channel: string, onMessage: (message: Stamped) => void): Promise<void>;
  /** Resolves when the service has acknowledged. */
  publish(channel: string, message: Stamped): Promise<void>;
  close(): void;
}
/** `at` is when it was sent, on the clock of the load's process; `text` is the size of a usual chat message. */
export interface Stamped {
  at: number;
  text: string;
}

/** The provider's protocol over plain sockets: the SDK would measure itself. */
export async function trellisClient(port: number): Promise<LoadClient> {
  const talk = new HttpConnection(port);
  let listening: HttpConnection | null = null;
  const uuid = `bench-${Math.random().toString(36).slice(2)}`;
  return {
    async subscribe(channel, onMessage) {
      const poll = new HttpConnection(port);
      listening = poll;
      const path = `/v2/subscribe/${KEYS.subscribe}/${channel}/0?uuid=${uuid}`;
      type Answer = { t: { t: string; r: number }; m: { d: Stamped }[] };
      let { t } = (await poll.get(path)) as Answer;
      void (async () => {
        try {
          for (;;) {
            const answer = (await poll.get(`${path}&tt=${t.t}&tr=${t.r}`)) as Answer;
            t = answer.t;
            for (const { d } of answer.m) onMessage(d);
          }
        } catch {
          // the connection was closed at the end of the run
        }
      })();
    },
    async publish(channel, message) {
      const json = encodeURIComponent(JSON.stringify(message));
      await talk.get(`/publish/${KEYS.publish}/${KEYS.subscribe}/0/${channel}/0/${json}?uuid=${uuid}`);
    },
    close() {
      talk.close();
      listening?.close();
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
      await connection.flush(); // NATS acknowledges nothing by itself; the round trip makes it comparable
    },
    close: () => void connection.close(),
  };
}
