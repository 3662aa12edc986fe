import { AccessManager, type Keys } from './access/accessManager.ts';
import { accessRoutes } from './access/accessRoutes.ts';
import { AuthGrants } from './access/authGrants.ts';
import { RevokedTokens } from './access/revokedTokens.ts';
import type { Database } from './database.ts';
import { fileRoutes } from './files/fileRoutes.ts';
import { FileStore } from './files/fileStore.ts';
import { ChannelGroups } from './groups/channelGroups.ts';
import { groupRoutes } from './groups/groupRoutes.ts';
import { refusal } from './http/answer.ts';
import { clientAddress } from './http/clientAddress.ts';
import { RateLimit } from './http/rateLimit.ts';
import { Router } from './http/router.ts';
import { HttpServer } from './http/server.ts';
import { actionRoutes } from './messages/actionRoutes.ts';
import { EventLog, Overloaded } from './messages/eventLog.ts';
import { historyRoutes } from './messages/historyRoutes.ts';
import { deleteExpired } from './messages/messageTable.ts';
import { publishRoutes } from './messages/publishRoutes.ts';
import { Tail } from './messages/tail.ts';
import { migrate } from './migrations.ts';
import { createAnnounce } from './objects/announce.ts';
import { membershipRoutes } from './objects/membershipRoutes.ts';
import { metadataRoutes } from './objects/metadataRoutes.ts';
import { Metrics } from './operations/metrics.ts';
import { operationsRoutes } from './operations/operationsRoutes.ts';
import { Presence } from './presence/presence.ts';
import { presenceRoutes } from './presence/presenceRoutes.ts';
import { Hub } from './subscribe/hub.ts';
import { MeasuredPace } from './subscribe/pace.ts';
import { subscribeRoutes } from './subscribe/subscribeRoutes.ts';
import { Timetokens } from './timetokens.ts';

export type { Keys } from './access/accessManager.ts';
export type { Database, Queryable } from './database.ts';
export { clientAddress } from './http/clientAddress.ts';
export { type ImportedHistory, importHistory } from './messages/importHistory.ts';

export interface LogEntry {
  level: 'error' | 'warn' | 'info';
  message: string;
  route?: string;
  error?: unknown;
}

export interface MessagingOptions {
  database: Database;
  keys: Keys;
  access: 'on' | 'off';
  /** Requests per second and address. */
  rateLimit: number | 'off';
  /** Proxies that say in `X-Forwarded-For` whom they ask for: addresses, networks, or `loopback`. */
  trustedProxies?: readonly string[];
  /** Where files lie that clients send. */
  filesDir: string;
  log?: (entry: LogEntry) => void;
  now?: () => number;
  /** How long a poll waits for something to happen. Below 300 s, after which clients give up. */
  holdMs?: number;
  maxPollsPerAddress?: number;
  presenceTimeoutMs?: number;
  presenceLeaveGraceMs?: number;
  presenceAnnounceMax?: number;
  presenceIntervalMs?: number;
  /** How much of what happened last is kept in memory. */
  tail?: { maxEvents?: number; maxBytes?: number };
}

export interface MessagingService {
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Answers the open polls, finishes what was accepted, closes. The database stays open: it belongs to the caller. */
  stop(): Promise<void>;
}

const PRESENCE_TICK_MS = 250;
const SWEEP_MS = 60_000;

/** A messaging service that speaks PubNub's wire protocol, on any database that speaks PostgreSQL. */
export function createMessagingService(options: MessagingOptions): MessagingService {
  let running: Running | null = null;
  return {
    async listen(port, host) {
      running = await start(options);
      return running.http.listen(port, host);
    },
    async stop() {
      await running?.stop();
      running = null;
    },
  };
}

interface Running {
  http: HttpServer;
  stop(): Promise<void>;
}

async function start(options: MessagingOptions): Promise<Running> {
  const { database, keys, now = Date.now, log: report = () => {} } = options;
  await migrate(database);
  const timetokens = new Timetokens(database, now);
  await timetokens.start();
  const groups = new ChannelGroups(database);
  const authGrants = new AuthGrants(database, now);
  const revoked = new RevokedTokens(database);
  await groups.load();
  await authGrants.load();
  await revoked.load();

  const metrics = new Metrics();
  const hub = new Hub(new MeasuredPace());
  const tail = new Tail(timetokens.now(), options.tail);
  const log = new EventLog({
    database,
    timetokens,
    tail,
    lanesOf: (channel) => groups.lanesOf(channel),
    subscribeKey: keys.subscribeKey,
    deliver: (batch) => hub.deliver(batch),
    observeCommit: (seconds, messages) => metrics.committed(seconds, messages),
  });
  const failed = (message: string) => (error: unknown) => report({ level: 'error', message, error });
  const presence = new Presence({
    now,
    timeoutMs: options.presenceTimeoutMs ?? 300_000,
    leaveGraceMs: options.presenceLeaveGraceMs ?? 2_000,
    announceMax: options.presenceAnnounceMax ?? 20,
    intervalMs: options.presenceIntervalMs ?? 10_000,
    announce: (event) => void log.append(event).catch(failed('A presence event could not be said')),
  });
  const access = new AccessManager({ keys, isOn: options.access === 'on', now, authGrants, revoked });
  const announce = createAnnounce((draft) => log.append(draft));
  const subscriptions = subscribeRoutes({
    access,
    hub,
    presence,
    database,
    tail,
    log,
    timetokens,
    groups,
    subscribeKey: keys.subscribeKey,
    holdMs: options.holdMs ?? 180_000,
    maxPollsPerAddress: options.maxPollsPerAddress ?? 10_000,
    now,
    countDeliveries: (count) => metrics.delivered(count),
  });
  const router = new Router([
    ...subscriptions.routes,
    ...publishRoutes({ access, keys, log, timetokens }),
    ...historyRoutes({ access, database, timetokens, tail }),
    ...actionRoutes({ access, database, log, timetokens }),
    ...presenceRoutes({ access, presence, groups }),
    ...groupRoutes({ access, groups }),
    ...metadataRoutes({ access, database, announce, now }),
    ...membershipRoutes({ access, database, announce, now }),
    ...fileRoutes({ access, keys, files: new FileStore(database, options.filesDir), now }),
    ...operationsRoutes({
      database,
      metrics,
      gauges: () => ({
        messaging_open_polls: subscriptions.openPolls(),
        messaging_recent_events: tail.size,
        messaging_heap_bytes: process.memoryUsage().heapUsed,
      }),
    }),
    ...accessRoutes({
      access,
      authGrants,
      revoked,
      keys,
      now,
      onRevoked: (signature) => subscriptions.endRevoked(signature),
    }),
  ]);
  const rateLimit = options.rateLimit === 'off' ? null : new RateLimit(options.rateLimit, now);
  const http = new HttpServer({
    router,
    rateLimit,
    clientAddress: clientAddress(options.trustedProxies ?? []),
    count: (route, status) => metrics.answered(route, status),
    onError: (error, route) => report({ level: 'error', message: 'A request failed', route, error }),
    answerOf: (error) =>
      error instanceof Overloaded ? refusal(503, 'Gateway', 'Service Overloaded').answer : null,
  });

  const sweep = async () => {
    rateLimit?.sweep();
    await revoked.forgetExpired(now());
    await authGrants.forgetExpired(now());
    await deleteExpired(database, timetokens.time());
  };
  // Neither keeps the process alive.
  const ticking = setInterval(() => presence.tick(), PRESENCE_TICK_MS).unref();
  const sweeping = setInterval(() => void sweep().catch(failed('A sweep failed')), SWEEP_MS).unref();
  return {
    http,
    async stop() {
      clearInterval(ticking);
      clearInterval(sweeping);
      subscriptions.stop();
      await http.stop();
      await log.flush();
      await timetokens.stop();
    },
  };
}
