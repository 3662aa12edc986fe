import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import type { OnWaiting } from './db/waiting.ts';
import { openLog } from './log.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MESSAGING_TOKEN_MINUTES = 60;

export interface RunningServer {
  url: string;
  config: Config;
  stop(): Promise<void>;
}

/**
 * Puts the whole server together and begins to listen. What takes time runs side by side: the databases start in their
 * threads while the code of the API is being loaded.
 */
export async function startServer(
  env: Record<string, string | undefined>,
  tell: OnWaiting = () => {},
): Promise<RunningServer> {
  const config = readConfig(env);
  // Asked before anything is created: a port that is taken is the most common reason not to start.
  await requireFreePort(config.port, config.host);
  if (!config.pubnub) await requireFreePort(config.messagingPort, config.host);
  const secrets = await loadSecrets(config.dataDir);
  const { log, close: closeLog } = openLog(config);
  /** Undone in reverse, also when the start itself fails half-way. */
  const undo: (() => Promise<unknown>)[] = [closeLog];
  const stop = async () => {
    for (const step of undo.reverse().splice(0))
      await step().catch((error: unknown) => log.error({ err: error }, 'a part could not be stopped'));
  };
  const starting: Promise<unknown>[] = [];
  const onWaiting: OnWaiting = (what) => {
    log.warn({ what }, 'still waiting');
    tell(what);
  };
  try {
    const database = openApiDatabase(config, onWaiting, undo);
    const messaging = startMessaging(config, secrets, log, onWaiting, undo);
    messaging.catch(() => {}); // awaited below; when the database fails first, that is what is told
    const prepared = Promise.all([database, import('./db/prepare.ts')]).then(
      async ([opened, { prepare }]) => {
        const isNewDemo = await prepare(opened.pool, config);
        if (isNewDemo && config.hasDemoTalk) await seedDemoTalk(opened, await messaging);
        return opened;
      },
    );
    prepared.catch(() => {});
    starting.push(prepared, messaging);
    const app = await buildServer(config, secrets, log, prepared, messaging, undo);
    await app.listen({ port: config.port, host: config.host });
    log.info({ port: config.port, deployment: config.deployment }, 'ready');
    return { url: config.publicUrl, config, stop };
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    await Promise.allSettled(starting); // what is still opening can only be closed when it is open
    await stop();
    throw error;
  }
}

const requireFreePort = (port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

async function openApiDatabase(
  config: Config,
  onWaiting: OnWaiting,
  undo: (() => Promise<unknown>)[],
): Promise<OpenDatabase> {
  const database = await openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { directory: `${config.dataDir}/database` },
    onWaiting,
  );
  undo.push(() => database.close());
  return database;
}

/** The embedded messaging service, unless another one is configured. It knows nothing of this server. */
async function startMessaging(
  config: Config,
  secrets: Secrets,
  log: Logger,
  onWaiting: OnWaiting,
  undo: (() => Promise<unknown>)[],
) {
  if (config.pubnub) return null;
  // On PostgreSQL it keeps to a schema of its own, and whom it waits for has been said already.
  const opening = config.databaseUrl
    ? openDatabase({ url: config.databaseUrl })
    : openDatabase({ directory: `${config.dataDir}/messaging` }, onWaiting);
  const [database, { createMessagingService }] = await Promise.all([opening, import('./messaging/index.ts')]);
  undo.push(() => database.close());
  const service = createMessagingService({
    database: database.pool,
    keys: secrets.messaging,
    access: 'on',
    rateLimit: 'off',
    trustedProxies: config.trustedProxies,
    filesDir: `${config.dataDir}/files`,
    log: ({ level, message, route, error }) =>
      log[level](
        { part: 'messaging', ...(route && { route }), ...(error !== undefined && { err: error }) },
        message,
      ),
  });
  undo.push(() => service.stop());
  await service.listen(config.messagingPort, config.host);
  return database;
}

/** For the embedded service only: no other takes messages with times of their own. */
async function seedDemoTalk({ pool }: OpenDatabase, messaging: OpenDatabase | null) {
  if (!messaging) return;
  const [{ seedTalk }, { importHistory }] = await Promise.all([
    import('./db/seed/talk/seedTalk.ts'),
    import('./messaging/index.ts'),
  ]);
  await seedTalk(pool, new Date(), (history) => importHistory(messaging.pool, history));
}

async function buildServer(
  config: Config,
  secrets: Secrets,
  log: Logger,
  prepared: Promise<OpenDatabase>,
  messaging: Promise<unknown>,
  undo: (() => Promise<unknown>)[],
): Promise<FastifyInstance> {
  const [
    { buildApp },
    { createIdTokens, startForgettingSessions },
    { connectPubNub },
    { startOutbox },
    { createMessagingTokens, startTakingBack },
    { startDigests },
    { createMetrics },
  ] = await Promise.all([
    import('./app.ts'),
    import('./session/index.ts'),
    import('./realtime/index.ts'),
    import('./outbox/index.ts'),
    import('./messagingConfig/index.ts'),
    import('./chat/index.ts'),
    import('./operations/index.ts'),
  ]);
  // What begins below calls the messaging service, and has to end before it.
  const [{ pool }] = await Promise.all([prepared, messaging]);
  const now = () => new Date();
  const realtime = connectPubNub(
    config.pubnub ?? {
      ...secrets.messaging,
      origin: `${reachable(config.host)}:${config.messagingPort}`,
      ssl: false,
    },
  );
  undo.push(async () => realtime.stop());
  const outbox = startOutbox({ pool, realtime, now, log: log.child({ part: 'outbox' }) });
  undo.push(() => outbox.stop());
  const digests = startDigests({
    pool,
    realtime,
    mail: await openMail(config, now, log),
    publicOrigin: config.publicUrl,
    delayMs: config.unreadMailSeconds * 1_000,
    now,
    log: log.child({ part: 'mail' }),
    // Never much later than it is due.
    pollMs: Math.min(5_000, config.unreadMailSeconds * 250),
  });
  undo.push(() => digests.stop());
  const takingBack = startTakingBack({ pool, realtime, now, log });
  undo.push(() => takingBack.stop());
  const forgetting = startForgettingSessions(pool, now, log);
  undo.push(() => forgetting.stop());
  const reports = await openReports(config, log);
  if (reports) undo.push(() => reports.close());
  const metrics = createMetrics();
  undo.push(async () => metrics.close());
  const keys = config.pubnub ?? secrets.messaging;
  const app = await buildApp({
    pool,
    idTokens: await createIdTokens({
      keys: secrets.idTokenKeys,
      issuer: config.publicUrl,
      lifetimeSeconds: config.idTokenSeconds,
      now,
    }),
    refreshKey: Buffer.from(secrets.refreshKey, 'base64url'),
    realtime,
    outbox,
    messagingTokens: createMessagingTokens({
      pool,
      realtime,
      lifetimeMinutes: MESSAGING_TOKEN_MINUTES,
      now,
    }),
    takingBack,
    messaging: {
      publishKey: keys.publishKey,
      subscribeKey: keys.subscribeKey,
      publicOrigin: (hostname) => publicMessagingOrigin(config, hostname),
    },
    messagingOrigins: messagingOriginsOf(config),
    devMail: {
      mailDirectory: config.isLocal ? mailDirectoryOf(config) : null,
      goesBySmtp: config.mail.smtpUrl !== null,
    },
    unreadMailDelayMs: config.unreadMailSeconds * 1_000,
    sentryDsn: config.sentryDsn,
    analyticsScriptUrl: config.analyticsScriptUrl,
    reports,
    metrics,
    deployment: config.deployment,
    trustedProxies: config.trustedProxies,
    version: versionOf(),
    publicOrigin: config.publicUrl,
    webRoot: `${ROOT}dist`,
    now,
    log,
  });
  undo.push(() => app.close());
  return app;
}

const mailDirectoryOf = ({ dataDir }: Config) => `${dataDir}/mail`;

/** At home an error is seen where it happens; elsewhere it is reported, once somebody has said where to. */
async function openReports({ isLocal, sentryDsn, deployment }: Config, log: Logger) {
  if (isLocal) return null;
  if (!sentryDsn) {
    log.warn('SENTRY_DSN is not set: errors are written to this log and reported to nobody');
    return null;
  }
  const { startReports } = await import('./reports/index.ts');
  return startReports({ dsn: sentryDsn, deployment, version: versionOf() });
}

async function openMail(config: Config, now: () => Date, log: Logger) {
  const { connectSmtp, writeMailTo } = await import('./mail/index.ts');
  const { smtpUrl, from } = config.mail;
  if (smtpUrl) return connectSmtp({ url: smtpUrl, from, now });
  const directory = mailDirectoryOf(config);
  if (!config.isLocal)
    log.warn(
      { directory },
      'SMTP_URL is not set: mail about unread messages is written to files and sent to nobody',
    );
  return writeMailTo({ directory, from, now });
}

const reachable = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** The names under which a browser may have come to a server at home. */
const homeNames = ({ host, publicUrl }: Config) => [
  ...new Set(['localhost', '127.0.0.1', reachable(host), new URL(publicUrl).hostname]),
];

/** Under the name that the browser came by, so that a page of `localhost` need not call `127.0.0.1`. */
function publicMessagingOrigin(config: Config, hostname: string) {
  if (config.pubnub)
    return config.pubnub.origin === null
      ? undefined
      : { origin: config.pubnub.origin, ssl: config.pubnub.ssl };
  const name =
    !config.isPublicUrlGiven && homeNames(config).includes(hostname)
      ? hostname
      : new URL(config.publicUrl).hostname;
  return { origin: `${name}:${config.messagingPort}`, ssl: false };
}

function messagingOriginsOf(config: Config): string[] {
  if (!config.pubnub) return homeNames(config).map((name) => `http://${name}:${config.messagingPort}`);
  if (config.pubnub.origin) return [`${config.pubnub.ssl ? 'https' : 'http'}://${config.pubnub.origin}`];
  return ['https://ps.pndsn.com', 'https://*.pndsn.com', 'https://*.pubnubapi.com'];
}

const versionOf = () =>
  (JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string }).version;
