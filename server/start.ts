import { resolveTxt } from 'node:dns/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { type OnWait, reportWait } from '#server/db/reportWait.ts';
import { openTracing, spanStarter, versionOf } from '#server/tracing/openTracing.ts';
import type { Tracing } from '#server/tracing/spans.ts';
import { type Config, readConfig } from './config.ts';
import { openLog } from './log.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MESSAGING_TOKEN_MINUTES = 60;
/** Maximum number of requests per second. */
const MESSAGING_REQUESTS_PER_ADDRESS = 500;
const MESSAGING_REQUESTS_PER_PERSON = 200;
/** Maximum number of messages per minute that a person can write to people without a conversation. */
const MESSAGING_UNSHARED_PER_MINUTE = 20;

interface Watching {
  log: Logger;
  tracing: Tracing | null;
}

export interface RunningServer {
  url: string;
  config: Config;
  /** The one-time address for creating the first organisation; null if an organisation exists. */
  setupAddress: string | null;
  /** Readiness fails immediately. After `shutdownDelaySeconds` the requests in flight finish and all parts stop. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server. Slow parts run in parallel: the databases start in their own threads while the API's code is
 * loaded.
 */
export async function startServer(
  env: Record<string, string | undefined>,
  notify: OnWait = () => {},
): Promise<RunningServer> {
  const config = readConfig(env);
  // Checked before anything is created, because a port in use is the most common reason for a failed start.
  await requireFreePort(config.port, config.host);
  if (!config.pubnub) await requireFreePort(config.messagingPort, config.host);
  await requireFreePort(config.packages.port, config.host);
  const secrets = await loadSecrets(config.dataDir);
  const { log, close: closeLog } = openLog(config);
  /** The parts stop in reverse order, even when the start fails. */
  const cleanUp: (() => Promise<unknown>)[] = [closeLog];
  let isStopping = false;
  const close = async () => {
    for (const step of cleanUp.reverse().splice(0))
      await step().catch((error: unknown) =>
        log.error({ err: error }, 'a part of the server could not be stopped'),
      );
  };
  const stop = async () => {
    isStopping = true;
    await delay(config.shutdownDelaySeconds * 1_000);
    await close();
  };
  if (config.isExposed)
    log.warn('other machines can reach this local deployment, its demo accounts and all its mail');
  const starting: Promise<unknown>[] = [];
  const onWait: OnWait = (what) => {
    log.warn({ what }, 'start is waiting');
    notify(what);
  };
  try {
    const tracing = await openTracing(config.tracing, { ...config, service: 'trellis' });
    if (tracing) cleanUp.push(() => tracing.close());
    const database = openApiDatabase(config, onWait, cleanUp);
    const messaging = startMessaging(config, secrets, { log, tracing }, onWait, cleanUp);
    messaging.catch(() => {}); // awaited below, so that a failure of the database is reported first
    const prepared = Promise.all([database, import('#server/db/prepare.ts')]).then(
      async ([opened, { prepare }]) => {
        await prepare(opened, config, log);
        const isNewDemo = config.isDemo && (await seedDemoData(opened, config, secrets, onWait));
        if (isNewDemo && config.hasDemoChats) await seedDemoChats(opened, await messaging);
        return opened;
      },
    );
    prepared.catch(() => {});
    starting.push(prepared, messaging);
    const app = await buildServer(
      config,
      secrets,
      { log, tracing },
      prepared,
      messaging,
      cleanUp,
      () => isStopping,
    );
    await app.listen({ port: config.port, host: config.host });
    const { issueSetupAddress } = await import('#server/access/organisations/index.ts');
    const setupAddress = await issueSetupAddress((await prepared).pool, config.publicUrl, new Date());
    log.info({ port: config.port, deployment: config.deployment }, 'ready');
    return { url: config.publicUrl, config, setupAddress, stop };
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    await Promise.allSettled(starting); // parts that are still starting cannot be stopped yet
    await close();
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
  onWait: OnWait,
  cleanUp: (() => Promise<unknown>)[],
): Promise<OpenDatabase> {
  const database = await openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { directory: `${config.dataDir}/database` },
    onWait,
  );
  cleanUp.push(() => database.close());
  return database;
}

/** Starts the embedded messaging service, unless another one is configured. It does not depend on this server. */
async function startMessaging(
  config: Config,
  secrets: Secrets,
  { log, tracing }: Watching,
  onWait: OnWait,
  cleanUp: (() => Promise<unknown>)[],
) {
  if (config.pubnub) return null;
  // On PostgreSQL it uses its own schema. The API's connection already reports the wait.
  const opening = config.databaseUrl
    ? openDatabase({ url: config.databaseUrl, poolSize: 11 }) // one of the connections listens to notifications
    : openDatabase({ directory: `${config.dataDir}/messaging` }, onWait);
  const [database, { createMessagingService }] = await Promise.all([
    opening,
    import('#server/messaging/index.ts'),
  ]);
  cleanUp.push(() => database.close());
  const service = createMessagingService({
    database: database.pool,
    keys: secrets.messaging,
    access: 'on',
    rateLimit: MESSAGING_REQUESTS_PER_ADDRESS,
    personRateLimit: MESSAGING_REQUESTS_PER_PERSON,
    unsharedLimit: MESSAGING_UNSHARED_PER_MINUTE,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    files: 'off', // the product has no file messages
    shared: database.kind === 'postgres',
    natsUrl: config.natsUrl,
    startSpan: tracing ? spanStarter(tracing) : undefined,
    log: ({ level, message, error, ...details }) =>
      log[level]({ component: 'messaging', ...details, ...(error !== undefined && { err: error }) }, message),
  });
  cleanUp.push(() => service.stop());
  await service.listen(config.messagingPort, config.host);
  return database;
}

/** Returns whether the demo organisations are new. */
async function seedDemoData({ pool }: OpenDatabase, config: Config, { refreshKey }: Secrets, onWait: OnWait) {
  const [{ seedDemo }, { growDemo }, { addJoinableSession }] = await Promise.all([
    import('#server/db/seed/seedDemo.ts'),
    import('#server/db/seed/growDemo.ts'),
    import('#server/db/seed/joinableSession.ts'),
  ]);
  const isNew = await seedDemo(pool, new Date(), Buffer.from(refreshKey, 'base64url'));
  if (isNew) {
    const { seedContent } = await import('#server/db/seed/content/seedContent.ts');
    await seedContent(await contentDepsOf(config, pool));
  }
  await addJoinableSession(pool, new Date());
  const { demoPeople } = config;
  if (demoPeople > 0)
    await reportWait(growDemo(pool, demoPeople, new Date()), `${demoPeople} demo people`, onWait);
  return isNew;
}

async function contentDepsOf({ dataDir, packages }: Config, pool: OpenDatabase['pool']) {
  const { openPackageStorage } = await import('#server/learning/packages/index.ts');
  return {
    pool,
    storage: await openPackageStorage({ directory: `${dataDir}/packages`, s3: packages.s3 }),
    workDirectory: `${dataDir}/work`,
    now: () => new Date(),
  };
}

/** Only the embedded service accepts messages with dates in the past. */
async function seedDemoChats({ pool }: OpenDatabase, messaging: OpenDatabase | null) {
  if (!messaging) return;
  const [{ seedChats }, { importHistory }] = await Promise.all([
    import('#server/db/seed/chats/seedChats.ts'),
    import('#server/messaging/index.ts'),
  ]);
  await seedChats(pool, new Date(), (history) => importHistory(messaging.pool, history));
}

async function buildServer(
  config: Config,
  secrets: Secrets,
  { log, tracing }: Watching,
  prepared: Promise<OpenDatabase>,
  messaging: Promise<OpenDatabase | null>,
  cleanUp: (() => Promise<unknown>)[],
  isStopping: () => boolean,
): Promise<FastifyInstance> {
  const [
    { buildApp },
    { createIdTokens, sessionCleanUps },
    { connectPubNub },
    { startOutbox },
    { createMessagingTokens, startTokenRevocation },
    { createAccountLinks, startLinkMail },
    { createAudit, scheduleAuditChecks },
    { createIdentityProviders, createSecretBox, signOnCleanUp },
    { startDigests },
    { createMetrics },
    { compileSerializer },
    { createJobs, scheduleCleanUp },
    { importCleanUp },
    { createPublishEvents, eventsOf, webhookCleanUp },
    { directoryCleanUp },
    { buildPackageServer, createPackageAddresses, openPackageStorage },
  ] = await Promise.all([
    import('./app.ts'),
    import('#server/access/session/index.ts'),
    import('#server/realtime/index.ts'),
    import('#server/outbox/index.ts'),
    import('#server/messagingConfig/index.ts'),
    import('#server/access/accountLinks/index.ts'),
    import('#server/administration/audit/index.ts'),
    import('#server/access/signOn/index.ts'),
    import('#server/chat/index.ts'),
    import('#server/operations/index.ts'),
    import('#server/http/serializeResponses.ts'),
    import('#server/jobs/index.ts'),
    import('#server/administration/import/index.ts'),
    import('#server/administration/webhooks/index.ts'),
    import('#server/access/directory/index.ts'),
    import('#server/learning/packages/index.ts'),
  ]);
  // The parts below call the messaging service, so they must stop before it.
  const [{ pool }] = await Promise.all([prepared, messaging]);
  const now = () => new Date();
  const realtime = connectPubNub(
    config.pubnub ?? {
      ...secrets.messaging,
      origin: `${reachableHost(config.host)}:${config.messagingPort}`,
      ssl: false,
    },
  );
  cleanUp.push(async () => realtime.stop());
  const outbox = startOutbox({ pool, realtime, now, log: log.child({ component: 'outbox' }), tracing });
  cleanUp.push(() => outbox.stop());
  const mail = await openMail(config, now, log);
  cleanUp.push(async () => mail.stop());
  const digests = startDigests({
    pool,
    realtime,
    mail,
    publicOrigin: config.publicUrl,
    delayMs: config.unreadMailSeconds * 1_000,
    now,
    log: log.child({ component: 'mail' }),
    // A quarter of the delay, so that mail is not sent much later than its due time.
    pollMs: Math.min(5_000, config.unreadMailSeconds * 250),
  });
  cleanUp.push(() => digests.stop());
  const refreshKey = Buffer.from(secrets.refreshKey, 'base64url');
  const linkMail = startLinkMail({
    pool,
    mail,
    key: refreshKey,
    publicOrigin: config.publicUrl,
    now,
    log: log.child({ component: 'mail' }),
    tracing,
  });
  cleanUp.push(() => linkMail.stop());
  const tokenRevocation = startTokenRevocation({ pool, realtime, now, log });
  cleanUp.push(() => tokenRevocation.stop());
  const jobs = createJobs({ pool, log: log.child({ component: 'jobs' }), tracing });
  scheduleCleanUp(
    jobs,
    [
      ...sessionCleanUps(pool, now),
      signOnCleanUp(pool, now),
      outbox.cleanUp,
      digests.cleanUp,
      linkMail.cleanUp,
      importCleanUp(pool, now),
      webhookCleanUp(pool, now),
      directoryCleanUp(pool, now),
    ],
    log,
  );
  const publish = createPublishEvents({ jobs, now });
  const audit = createAudit({
    key: refreshKey,
    now,
    onRecord: (tx, entries) => publish(tx, ...eventsOf(entries)),
  });
  scheduleAuditChecks(jobs, { pool, audit, log });
  const reports = await openReports(config, log);
  if (reports) cleanUp.push(() => reports.close());
  const metrics = createMetrics();
  cleanUp.push(async () => metrics.close());
  const keys = config.pubnub ?? secrets.messaging;
  const storage = await openPackageStorage({
    directory: `${config.dataDir}/packages`,
    s3: config.packages.s3,
  });
  const addresses = createPackageAddresses({
    key: refreshKey,
    now,
    fixed:
      config.packages.origin === null
        ? null
        : { embedder: config.publicUrl, packages: config.packages.origin },
    port: config.packages.port,
  });
  const packageServer = await buildPackageServer({
    pool,
    storage,
    addresses,
    trustedProxies: config.trustedProxies,
    log: log.child({ component: 'packages' }),
  });
  cleanUp.push(() => packageServer.close());
  await packageServer.listen({ port: config.packages.port, host: config.host });
  const app = await buildApp({
    pool,
    idTokens: await createIdTokens({
      keys: secrets.idTokenKeys,
      issuer: config.publicUrl,
      lifetimeSeconds: config.idTokenSeconds,
      now,
    }),
    refreshKey,
    audit,
    identityProviders: createIdentityProviders({ allowsLocal: config.isLocal, now }),
    secretBox: createSecretBox(refreshKey),
    resolveTxt,
    allowsLocal: config.isLocal,
    accountLinks: createAccountLinks({ pool, key: refreshKey, now, wake: linkMail.wake }),
    realtime,
    outbox,
    jobs,
    messagingTokens: createMessagingTokens({
      pool,
      realtime,
      lifetimeMinutes: MESSAGING_TOKEN_MINUTES,
      now,
    }),
    tokenRevocation,
    rtc: config.rtc,
    packages: {
      storage,
      addresses,
      workDirectory: `${config.dataDir}/work`,
      origins: packageOriginsOf(config),
    },
    messaging: {
      publishKey: keys.publishKey,
      subscribeKey: keys.subscribeKey,
      publicOrigin: (hostname) => publicMessagingOrigin(config, hostname),
    },
    messagingOrigins: messagingOriginsOf(config),
    mail,
    devMail: {
      mailDirectory: config.isLocal ? mailDirectoryOf(config) : null,
      usesSmtp: config.mail.smtpUrl !== null,
    },
    unreadMailDelayMs: config.unreadMailSeconds * 1_000,
    sentryDsn: config.sentryDsn,
    analyticsScriptUrl: config.analyticsScriptUrl,
    reports,
    metrics,
    metricsToken: config.metricsToken,
    tracing,
    dump: async (part) => (await (part === 'database' ? prepared : messaging))?.dump?.() ?? null,
    deployment: config.deployment,
    trustedProxies: config.trustedProxies,
    isStopping,
    version: versionOf(),
    publicOrigin: config.publicUrl,
    webRoot: `${ROOT}dist`,
    hasServiceWorker: config.hasServiceWorker,
    compileSerializer,
    now,
    log,
  });
  cleanUp.push(() => app.close());
  await app.ready(); // every kind of job is registered by now
  cleanUp.push(() => jobs.stop());
  await jobs.start();
  return app;
}

const mailDirectoryOf = ({ dataDir }: Config) => `${dataDir}/mail`;

/** Errors are reported in every deployment except local ones, if SENTRY_DSN is set (decision 0030). */
async function openReports({ isLocal, sentryDsn, deployment }: Config, log: Logger) {
  if (isLocal) return null;
  if (!sentryDsn) {
    log.warn('SENTRY_DSN is not set: errors are only written to this log');
    return null;
  }
  const { startReports } = await import('#server/operations/reports/index.ts');
  return startReports({ dsn: sentryDsn, deployment, version: versionOf() });
}

async function openMail(config: Config, now: () => Date, log: Logger) {
  const { connectSmtp, writeMailTo } = await import('#server/mail/index.ts');
  const { smtpUrl, from } = config.mail;
  if (smtpUrl) return connectSmtp({ url: smtpUrl, from, now });
  const directory = mailDirectoryOf(config);
  if (!config.isLocal) log.warn({ directory }, 'SMTP_URL is not set: mail is written to files and not sent');
  return writeMailTo({ directory, from, now });
}

const reachableHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** Host names under which a browser can reach a local deployment. */
const localHostNames = ({ host, publicUrl }: Config) => [
  ...new Set(['localhost', '127.0.0.1', reachableHost(host), new URL(publicUrl).hostname]),
];

/** Uses the host name of the page, so that a page on `localhost` does not call `127.0.0.1`. */
function publicMessagingOrigin(config: Config, hostname: string) {
  if (config.pubnub)
    return config.pubnub.origin === null
      ? undefined
      : { origin: config.pubnub.origin, ssl: config.pubnub.ssl };
  const name =
    !config.isPublicUrlGiven && localHostNames(config).includes(hostname)
      ? hostname
      : new URL(config.publicUrl).hostname;
  return { origin: `${name}:${config.messagingPort}`, ssl: false };
}

function messagingOriginsOf(config: Config): string[] {
  if (!config.pubnub) return localHostNames(config).map((name) => `http://${name}:${config.messagingPort}`);
  if (config.pubnub.origin) return [`${config.pubnub.ssl ? 'https' : 'http'}://${config.pubnub.origin}`];
  return ['https://ps.pndsn.com', 'https://*.pndsn.com', 'https://*.pubnubapi.com'];
}

const packageOriginsOf = (config: Config) =>
  config.packages.origin === null
    ? localHostNames(config).map((name) => `http://${name}:${config.packages.port}`)
    : [config.packages.origin];
