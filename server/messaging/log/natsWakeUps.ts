import type { NatsConnection } from '@nats-io/transport-node';
import { type Database, select } from '#server/messaging/database.ts';
import type { Listener } from './listener.ts';
import { natsAddress } from './natsAddress.ts';
import type { LoggedBatch, OnWake, WakeUps } from './wakeUps.ts';

const RECONNECT_MS = 500;
/** Less than NATS' default maximum of 1 MiB. A larger batch only wakes the other processes. */
const BODY_MAX_BYTES = 900_000;

/**
 * Sends each committed batch to the other processes over NATS, so that they need not read it from the database. While
 * NATS cannot be reached, PostgreSQL notifies them.
 */
export class NatsWakeUps implements WakeUps {
  readonly #url: string;
  readonly #listener: Listener;
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  #connection: NatsConnection | null = null;
  #subject = '';
  #isConnected = false;
  #isStopped = false;

  constructor(options: {
    url: string;
    database: Database;
    listener: Listener;
    onError: (error: unknown) => void;
  }) {
    this.#url = options.url;
    this.#database = options.database;
    this.#listener = options.listener;
    this.#onError = options.onError;
  }

  get reachesOthers(): boolean {
    return this.#isConnected;
  }

  async start(process: string, onWake: OnWake): Promise<void> {
    await this.#listener.start(process, onWake);
    this.#subject = `trellis.messaging.${await databaseId(this.#database)}`;
    // A NATS server that is down delays nothing: the connection is made in the background.
    void connectTo(this.#url)
      .then((connection) => this.#use(connection, onWake))
      .catch(this.#onError);
  }

  send(batch: LoggedBatch): void {
    if (!this.#isConnected) return;
    const text = JSON.stringify(batch);
    try {
      this.#connection?.publish(this.#subject, Buffer.byteLength(text) > BODY_MAX_BYTES ? '' : text);
    } catch (error) {
      this.#onError(error); // the other processes find the batch with their next poll
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isConnected = false;
    await this.#connection?.close();
    await this.#listener.stop();
  }

  async #use(connection: NatsConnection, onWake: OnWake): Promise<void> {
    if (this.#isStopped) return connection.close();
    this.#connection = connection;
    this.#isConnected = true;
    connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (error) return this.#onError(error);
        const text = message.string();
        onWake(text === '' ? null : (JSON.parse(text) as LoggedBatch));
      },
    });
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        this.#isConnected = false;
        this.#onError(new Error('The connection to NATS is lost'));
      }
      if (type === 'reconnect') {
        this.#isConnected = true;
        onWake(null);
      }
    }
  }
}

/** The client is loaded here, because servers without NATS would start more slowly with it. */
async function connectTo(url: string): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node');
  return connect({
    ...natsAddress(url),
    name: 'trellis-messaging',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    waitOnFirstConnect: true,
  });
}

/** Several databases can use one NATS server. */
async function databaseId(database: Database): Promise<string> {
  const [row] = await select<{ id: string }>(
    database,
    `insert into messaging.instance (id) values (gen_random_uuid())
     on conflict (only_row) do update set id = messaging.instance.id returning id`,
  );
  return row!.id;
}
