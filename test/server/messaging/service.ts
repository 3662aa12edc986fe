import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PubNub from 'pubnub';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import {
  createMessagingService,
  type MessagingOptions,
  type MessagingService,
} from '#server/messaging/index.ts';
import { openTestDatabase } from '#test/support/testDatabase.ts';
import { openOnPostgres } from '#test/support/testPostgres.ts';

export const keys = { publishKey: 'pub-c-test', subscribeKey: 'sub-c-test', secretKey: 'sec-c-test' };

export type ServiceOptions = Partial<Omit<MessagingOptions, 'database' | 'keys'>>;

/** A running service with its own database and its clients. `close` ends all of them. */
export interface TestService {
  port: number;
  url: string;
  database: OpenDatabase;
  errors: unknown[];
  client(options?: Partial<PubNub.PubNubConfiguration>): PubNub;
  /** A client with the secret key. */
  owner(userId?: string): PubNub;
  /** Stops the service and starts it again on the same database and port. */
  restart(): Promise<void>;
  get(path: string, query?: Record<string, string>): Promise<Reply>;
  send(method: string, path: string, body?: string, query?: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Each file creates a database, which can take a long time on a busy machine. */
jest.setTimeout(30_000);

/** Creates a database on a PostgreSQL server, to run the same tests there. */
async function createDatabaseOn(server: string): Promise<OpenDatabase> {
  const name = `messaging_test_${randomBytes(6).toString('hex')}`;
  const maintenance = await openDatabase({ url: server });
  await maintenance.pool.query(`create database ${name}`);
  await maintenance.close();
  const url = new URL(server);
  url.pathname = name;
  return openDatabase({ url: url.href });
}

/** `MESSAGING_SHARED=yes` runs the tests with the log that several processes share. */
const isShared = Boolean(process.env.MESSAGING_SHARED);
/** The embedded test database also contains the product's schema. The service uses its own schema in it. */
const openDatabaseForTest = (): Promise<OpenDatabase> => {
  const server = process.env.MESSAGING_TEST_DATABASE_URL;
  if (server) return createDatabaseOn(server);
  return isShared ? openOnPostgres() : openTestDatabase();
};

/** With `shared`, uses the database of another service, which must be stopped or idle during that time. */
export async function startService(options: ServiceOptions = {}, shared?: TestService): Promise<TestService> {
  const database = shared?.database ?? (await openDatabaseForTest());
  const filesDir = mkdtempSync(join(tmpdir(), 'messaging-files-'));
  const errors: unknown[] = [];
  const create = (): MessagingService =>
    createMessagingService({
      database: database.pool,
      keys,
      access: 'off',
      rateLimit: 'off',
      shared: isShared,
      files: { directory: filesDir, quotaBytes: 1024 ** 3, keepDays: 30 },
      log: (entry) => entry.level !== 'info' && errors.push(entry),
      ...options,
    });
  let service = create();
  const { port } = await service.listen(0, '127.0.0.1');
  const clients: PubNub[] = [];
  const send = async (method: string, path: string, body?: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`http://127.0.0.1:${port}${path}${search && `?${search}`}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
  const client: TestService['client'] = (options = {}) => {
    const pubnub = new PubNub({
      publishKey: keys.publishKey,
      subscribeKey: keys.subscribeKey,
      userId: 'test-user',
      origin: `127.0.0.1:${port}`,
      ssl: false,
      ...options,
    } as PubNub.PubNubConfiguration);
    clients.push(pubnub);
    return pubnub;
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    database,
    errors,
    client,
    owner: (userId = 'server') => client({ secretKey: keys.secretKey, userId }),
    async restart() {
      await service.stop();
      service = create();
      await service.listen(port, '127.0.0.1');
    },
    get: (path, query) => send('GET', path, undefined, query),
    send,
    async close() {
      for (const one of clients) one.destroy(true);
      await service.stop();
      if (!shared) await database.close();
      rmSync(filesDir, { recursive: true, force: true });
    },
  };
}

/** Records the events that a client receives. */
export class EventRecorder {
  readonly messages: PubNub.Subscription.Message[] = [];
  readonly signals: PubNub.Subscription.Signal[] = [];
  readonly presence: PubNub.Subscription.Presence[] = [];
  readonly objectEvents: PubNub.Subscription.AppContextObject[] = [];
  readonly actions: PubNub.Subscription.MessageAction[] = [];
  readonly files: PubNub.Subscription.File[] = [];
  readonly statuses: PubNub.Status[] = [];

  constructor(client: PubNub) {
    client.addListener({
      message: (event) => void this.messages.push(event),
      signal: (event) => void this.signals.push(event),
      presence: (event) => void this.presence.push(event),
      objects: (event) => void this.objectEvents.push(event),
      messageAction: (event) => void this.actions.push(event),
      file: (event) => void this.files.push(event),
      status: (event) => void this.statuses.push(event as PubNub.Status),
    });
  }
}

/** Polls a condition until it is truthy, and returns its value. Fails after `ms`. */
export async function until<Value>(
  condition: () => Value | Promise<Value>,
  ms = 5_000,
): Promise<NonNullable<Value>> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await condition();
    if (value) return value as NonNullable<Value>;
    if (Date.now() > end) throw new Error(`Not true after ${ms} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Subscribes and waits until the client is connected. */
export async function subscribed(
  client: PubNub,
  channels: string[],
  { withPresence = false, channelGroups = [] as string[] } = {},
): Promise<EventRecorder> {
  const recorder = new EventRecorder(client);
  client.subscribe({ channels, withPresence, channelGroups });
  await until(() => recorder.statuses.some(({ category }) => category === 'PNConnectedCategory'));
  return recorder;
}
