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

export const keys = { publishKey: 'pub-c-test', subscribeKey: 'sub-c-test', secretKey: 'sec-c-test' };

export type ServiceOptions = Partial<Omit<MessagingOptions, 'database' | 'keys'>>;

/** A started service on a database of its own, clients of it, and everything ended afterwards. */
export interface TestService {
  port: number;
  url: string;
  database: OpenDatabase;
  errors: unknown[];
  client(options?: Partial<PubNub.PubNubConfiguration>): PubNub;
  /** The holder of the secret key. */
  owner(userId?: string): PubNub;
  /** Ends the service and starts it anew on the same database and port. */
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

/** A database of its own for each file takes its time on a busy machine. */
jest.setTimeout(30_000);

/** A database of its own on a PostgreSQL server, where one is given: the same tests hold there. */
async function databaseOn(server: string): Promise<OpenDatabase> {
  const name = `messaging_test_${randomBytes(6).toString('hex')}`;
  const maintenance = await openDatabase({ url: server });
  await maintenance.pool.query(`create database ${name}`);
  await maintenance.close();
  const url = new URL(server);
  url.pathname = name;
  return openDatabase({ url: url.href });
}

/** The embedded one has the product's schema in it too: the service has one of its own beside it. */
const ownDatabase = (): Promise<OpenDatabase> => {
  const server = process.env.MESSAGING_TEST_DATABASE_URL;
  return server ? databaseOn(server) : openTestDatabase();
};

/** With `shared` on another service's database, which then must have ended or be left alone. */
export async function startService(options: ServiceOptions = {}, shared?: TestService): Promise<TestService> {
  const database = shared?.database ?? (await ownDatabase());
  const filesDir = mkdtempSync(join(tmpdir(), 'messaging-files-'));
  const errors: unknown[] = [];
  const create = (): MessagingService =>
    createMessagingService({
      database: database.pool,
      keys,
      access: 'off',
      rateLimit: 'off',
      filesDir,
      log: (entry) => errors.push(entry),
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
  const client: TestService['client'] = (own = {}) => {
    const made = new PubNub({
      publishKey: keys.publishKey,
      subscribeKey: keys.subscribeKey,
      userId: 'somebody',
      origin: `127.0.0.1:${port}`,
      ssl: false,
      ...own,
    } as PubNub.PubNubConfiguration);
    clients.push(made);
    return made;
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

/** What a client hears, with a way to wait for it. */
export class Ear {
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

/** Waits until something holds, asking again every few milliseconds; fails with what it saw last. */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  ms = 5_000,
): Promise<NonNullable<Value>> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await look();
    if (value) return value as NonNullable<Value>;
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain for: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Subscribes and waits until the service has confirmed it. */
export async function subscribed(
  client: PubNub,
  channels: string[],
  { withPresence = false, channelGroups = [] as string[] } = {},
): Promise<Ear> {
  const ear = new Ear(client);
  client.subscribe({ channels, withPresence, channelGroups });
  await until(() => ear.statuses.some(({ category }) => category === 'PNConnectedCategory'));
  return ear;
}
