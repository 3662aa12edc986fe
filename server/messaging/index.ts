import { AccessManager, type Keys } from '#server/messaging/access/accessManager.ts';
import { accessRoutes } from '#server/messaging/access/accessRoutes.ts';
import { disabledFileRoutes, fileRoutes } from '#server/messaging/files/fileRoutes.ts';
import { type FileOptions, FileStore } from '#server/messaging/files/fileStore.ts';
import { groupRoutes } from '#server/messaging/groups/groupRoutes.ts';
import { clientAddress } from '#server/messaging/http/clientAddress.ts';
import { RequestLimits } from '#server/messaging/http/requestLimits.ts';
import { apiError, unavailable } from '#server/messaging/http/response.ts';
import { Router } from '#server/messaging/http/router.ts';
import { HttpServer, type StartSpan } from '#server/messaging/http/server.ts';
import { OverloadedError } from '#server/messaging/log/eventLog.ts';
import { UnavailableError } from '#server/messaging/log/sequencer.ts';
import { actionRoutes } from '#server/messaging/messages/actionRoutes.ts';
import { historyRoutes } from '#server/messaging/messages/historyRoutes.ts';
import { deleteExpired } from '#server/messaging/messages/messageTable.ts';
import { publishRoutes } from '#server/messaging/messages/publishRoutes.ts';
import { UnsharedLimit } from '#server/messaging/messages/unsharedLimit.ts';
import { createAnnounce } from '#server/messaging/objects/announce.ts';
import { membershipRoutes } from '#server/messaging/objects/membershipRoutes.ts';
import { metadataRoutes } from '#server/messaging/objects/metadataRoutes.ts';
import { Metrics } from '#server/messaging/operations/metrics.ts';
import { operationsRoutes } from '#server/messaging/operations/operationsRoutes.ts';
import { presenceRoutes } from '#server/messaging/presence/presenceRoutes.ts';
import { subscribeRoutes } from '#server/messaging/subscribe/subscribeRoutes.ts';
import { type PollEnder, startCore } from './core.ts';
import { type Database, isTemporary } from './database.ts';
import { migrate } from './migrations.ts';

export type { Keys } from '#server/messaging/access/accessManager.ts';
export { clientAddress } from '#server/messaging/http/clientAddress.ts';
export { natsAddress } from '#server/messaging/log/natsAddress.ts';
export { type ImportedHistory, importHistory } from '#server/messaging/messages/importHistory.ts';
export type { Database, Queryable } from './database.ts';

export interface LogEntry {
  level: 'error' | 'warn' | 'info';
  message: string;
  route?: string;
  error?: unknown;
  /** The API request on whose behalf this service was called. */
  reqId?: string;
  status?: number;
  ms?: number;
}

export interface MessagingOptions {
  database: Database;
  keys: Keys;
  access: 'on' | 'off';
  /** Requests per second from one address. */
  rateLimit: number | 'off';
  /** Requests per second of one person with a valid token. Off by default. */
  personRateLimit?: number | 'off';
  /**
   * Messages and actions per minute of a token holder in channels without another member. Off by default, because
   * PubNub has no such limit.
   */
  unsharedLimit?: number | 'off';
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, networks, or `loopback`. */
  trustedProxies?: readonly string[];
  /** With this token, other machines may read the metrics. */
  metricsToken?: string | null;
  /** Storage of uploaded files. `off`: every file request is refused. */
  files: FileOptions | 'off';
  /** Whether holders of any valid token may list all users and channels. */
  listAll?: boolean;
  /** False: Node's HTTP server reads all requests. */
  hasFastPath?: boolean;
  /**
   * Whether other processes may use the database at the same time. PostgreSQL only: the embedded database locks its
   * directory.
   */
  shared?: boolean;
  /** With `shared`: a NATS server through which the processes tell each other of new events. */
  natsUrl?: string | null;
  log?: (entry: LogEntry) => void;
  /** Continues the trace of a caller that sends `traceparent`. */
  startSpan?: StartSpan | undefined;
  now?: () => number;
  /** How long a poll waits for events. Clients time out after 300 s, so it must be shorter. */
  pollTimeoutMs?: number;
  maxPollsPerAddress?: number;
  presenceTimeoutMs?: number;
  presenceLeaveGraceMs?: number;
  presenceAnnounceMax?: number;
  presenceIntervalMs?: number;
  /** Size of the recent events buffer. */
  recentEvents?: { maxEvents?: number; maxBytes?: number };
}

export interface MessagingService {
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Ends open polls, commits queued events and closes. The database stays open, because it belongs to the caller. */
  stop(): Promise<void>;
}

const PRESENCE_TICK_MS = 250;
const CLEAN_UP_MS = 60_000;
const FILES_CLEAN_UP_MS = 3_600_000;

/** A messaging service with PubNub's protocol, on PostgreSQL or a compatible database. */
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
  const reportError = (message: string) => (error: unknown) => report({ level: 'error', message, error });
  await migrate(database);
  const metrics = new Metrics();
  let polls: PollEnder | null = null;
  const core = await startCore(options, metrics, {
    endAll: () => polls?.endAll(),
    endRevoked: (signature) => polls?.endRevoked(signature),
  });
  const { sequencer, log, recentEvents, groups, authGrants, revoked, presence, share } = core;
  const limits = new RequestLimits(options.rateLimit, options.personRateLimit ?? 'off', now);
  const files = options.files === 'off' ? null : new FileStore(database, options.files);
  await files?.load();
  const access = new AccessManager({ keys, isOn: options.access === 'on', now, authGrants, revoked, limits });
  const perMinute = options.unsharedLimit ?? 'off';
  const unsharedLimit = perMinute === 'off' ? null : new UnsharedLimit(database, perMinute, now);
  const announce = createAnnounce((draft) => log.append(draft));
  const subscriptions = subscribeRoutes({
    access,
    hub: core.hub,
    presence,
    database,
    recentEvents,
    sequencer,
    groups,
    subscribeKey: keys.subscribeKey,
    pollTimeoutMs: options.pollTimeoutMs ?? 180_000,
    maxPollsPerAddress: options.maxPollsPerAddress ?? 10_000,
    now,
    onDelivered: (count) => metrics.recordDeliveries(count),
  });
  polls = subscriptions;
  metrics.addGauge('messaging_open_polls', 'Open long polls.', () => subscriptions.openPolls());
  metrics.addGauge('messaging_recent_events', 'Events kept in memory.', () => recentEvents.size);
  metrics.addGauge('messaging_heap_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
  const router = new Router([
    ...subscriptions.routes,
    ...publishRoutes({ access, keys, log, sequencer, hasFiles: files !== null, unsharedLimit }),
    ...historyRoutes({ access, database, sequencer, share }),
    ...actionRoutes({ access, database, log, sequencer, unsharedLimit }),
    ...presenceRoutes({ access, presence, groups }),
    ...groupRoutes({ access, groups }),
    ...metadataRoutes({ access, database, announce, listAll: options.listAll ?? false, now }),
    ...membershipRoutes({ access, database, announce, now }),
    ...(files ? fileRoutes({ access, keys, files, now }) : disabledFileRoutes()),
    ...operationsRoutes({ database, metrics, metricsToken: options.metricsToken ?? null }),
    ...accessRoutes({ access, authGrants, revoked, keys, now }),
  ]);
  const http = new HttpServer({
    router,
    limits,
    hasFastPath: options.hasFastPath ?? true,
    clientAddress: clientAddress(options.trustedProxies ?? []),
    startSpan: options.startSpan,
    onResponse({ requestId, ...handled }) {
      metrics.recordRequest(handled.route, handled.status);
      if (requestId !== null)
        report({ level: 'info', message: 'request completed', reqId: requestId, ...handled });
    },
    onError: (error, route, requestId) =>
      report({
        level: 'error',
        message: 'A request failed',
        route,
        error,
        ...(requestId !== null && { reqId: requestId }),
      }),
    responseFor: (error) => {
      if (error instanceof OverloadedError) return apiError(503, 'Gateway', 'Service Overloaded').response;
      if (error instanceof UnavailableError) return unavailable();
      if (!isTemporary(error)) return null;
      report({ level: 'warn', message: 'The database did not execute a statement', error });
      return unavailable();
    },
  });

  const cleanUp = async () => {
    limits.sweep();
    unsharedLimit?.sweep();
    await revoked.deleteExpired(now());
    await authGrants.deleteExpired(now());
    await deleteExpired(database, sequencer.time());
    await sequencer.cleanUp();
  };
  // The timers do not keep the process alive.
  const presenceTimer = setInterval(() => presence.tick(), PRESENCE_TICK_MS).unref();
  let isCleaning = false;
  const cleanUpTimer = setInterval(() => {
    if (isCleaning) return;
    isCleaning = true;
    void cleanUp()
      .catch(reportError('The clean-up failed'))
      .finally(() => {
        isCleaning = false;
      });
  }, CLEAN_UP_MS).unref();
  const cleanUpFiles = () => void files?.cleanUp(now()).catch(reportError('The clean-up of files failed'));
  cleanUpFiles();
  const filesTimer = setInterval(cleanUpFiles, FILES_CLEAN_UP_MS).unref();
  return {
    http,
    async stop() {
      clearInterval(presenceTimer);
      clearInterval(filesTimer);
      await files?.stop();
      clearInterval(cleanUpTimer);
      subscriptions.stop();
      await http.stop();
      await core.stop();
    },
  };
}
