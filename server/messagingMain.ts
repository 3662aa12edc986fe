import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { clientAddress, createMessagingService, type Keys } from '#server/messaging/index.ts';
import { openTracing, spanStarter, type TracingConfig } from '#server/tracing/openTracing.ts';
import { isLoopback, MIN_SECRET_LENGTH } from './config.ts';

/** `npm run messaging` starts the messaging service on its own. */

/** One of the connections listens to notifications. */
const POOL_SIZE = 11;

class InvalidSetting extends Error {
  override name = 'InvalidSetting';
}

interface Settings {
  port: number;
  host: string;
  /** A local deployment on a loopback address. */
  isLocal: boolean;
  dataDir: string;
  databaseUrl: string | null;
  keys: Partial<Keys>;
  access: 'on' | 'off';
  rateLimit: number | 'off';
  personRateLimit: number | 'off';
  unsharedLimit: number | 'off';
  files: { quotaBytes: number; keepDays: number } | 'off';
  listAll: boolean;
  hasFastPath: boolean;
  trustedProxies: string[];
  metricsToken: string | null;
  natsUrl: string | null;
  tracing: TracingConfig;
}

function readSettings(env: NodeJS.ProcessEnv): Settings {
  const setting = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const whole = (name: string, fallback: string, max: number) => {
    const text = setting(name, fallback);
    if (!/^[0-9]{1,9}$/.test(text) || Number(text) > max)
      throw new InvalidSetting(`${name} must be a whole number up to ${max}, not '${text}'.`);
    return Number(text);
  };
  const onOrOff = (name: string, fallback: 'on' | 'off') => {
    const text = setting(name, fallback);
    if (text !== 'on' && text !== 'off')
      throw new InvalidSetting(`${name} must be 'on' or 'off', not '${text}'.`);
    return text;
  };
  const wholeOrOff = (name: string, fallback: string) =>
    setting(name, fallback) === 'off' ? 'off' : whole(name, fallback, 1_000_000);
  const quotaBytes = whole('MESSAGING_FILES_QUOTA_MB', '1024', 100_000_000) * 1024 ** 2;
  const keepDays = whole('MESSAGING_FILES_DAYS', '30', 36_500);
  const databaseUrl = setting('DATABASE_URL', '') || null;
  if (databaseUrl !== null && !/^postgres(?:ql)?:\/\//.test(databaseUrl))
    throw new InvalidSetting('DATABASE_URL must start with postgres:// or postgresql://.');
  const natsUrl = setting('NATS_URL', '') || null;
  if (natsUrl !== null && !(/^(nats|tls):\/\/./.test(natsUrl) && URL.canParse(natsUrl)))
    throw new InvalidSetting('NATS_URL must start with nats:// or tls://.');
  const endpoint = setting('OTEL_EXPORTER_OTLP_ENDPOINT', '');
  if (endpoint && !(/^https?:\/\/[^?#@\s]+$/.test(endpoint) && URL.canParse(endpoint)))
    throw new InvalidSetting(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the URL of a collector, such as http://127.0.0.1:4318.',
    );
  const key = (name: string) => {
    const text = setting(name, '');
    if (!/^[A-Za-z0-9_-]{0,200}$/.test(text))
      throw new InvalidSetting(`${name} may contain only letters, digits, '-' and '_'.`);
    return text;
  };
  const [publishKey, subscribeKey, secretKey] = [
    key('MESSAGING_PUBLISH_KEY'),
    key('MESSAGING_SUBSCRIBE_KEY'),
    key('MESSAGING_SECRET_KEY'),
  ];
  if (secretKey && secretKey.length < MIN_SECRET_LENGTH)
    throw new InvalidSetting(
      `MESSAGING_SECRET_KEY must have at least ${MIN_SECRET_LENGTH} characters, because a shorter one can be guessed.`,
    );
  const metricsToken = setting('METRICS_TOKEN', '') || null;
  if (metricsToken !== null && metricsToken.length < MIN_SECRET_LENGTH)
    throw new InvalidSetting(
      `METRICS_TOKEN must have at least ${MIN_SECRET_LENGTH} characters, because a shorter one can be guessed.`,
    );
  const host = setting('HOST', '127.0.0.1');
  const isLocal = setting('DEPLOYMENT', 'local') === 'local' && isLoopback(host);
  const access = onOrOff('MESSAGING_ACCESS', 'on');
  if (access === 'off' && !isLocal)
    throw new InvalidSetting(
      'MESSAGING_ACCESS must be on, except in a local deployment (DEPLOYMENT=local) that listens on 127.0.0.1: without access control everyone can read and write all messages.',
    );
  return {
    port: whole('MESSAGING_PORT', '4001', 65_535),
    host,
    isLocal,
    dataDir: setting('DATA_DIR', '.data'),
    databaseUrl,
    keys: {
      ...(publishKey && { publishKey }),
      ...(subscribeKey && { subscribeKey }),
      ...(secretKey && { secretKey }),
    },
    access,
    rateLimit: wholeOrOff('MESSAGING_RATE_LIMIT', '500'),
    personRateLimit: wholeOrOff('MESSAGING_PERSON_RATE_LIMIT', '200'),
    unsharedLimit: wholeOrOff('MESSAGING_UNSHARED_LIMIT', 'off'),
    files: onOrOff('MESSAGING_FILES', 'off') === 'on' ? { quotaBytes, keepDays } : 'off',
    listAll: onOrOff('MESSAGING_LIST_ALL', 'off') === 'on',
    hasFastPath: onOrOff('MESSAGING_FAST_PATH', 'on') === 'on',
    trustedProxies: readProxies(setting('TRUSTED_PROXIES', '')),
    metricsToken,
    natsUrl,
    // The API decides which requests are traced.
    tracing: endpoint ? { endpoint, ratio: 1 } : null,
  };
}

function readProxies(list: string): string[] {
  const proxies = list.split(',').flatMap((one) => one.trim() || []);
  try {
    clientAddress(proxies);
    return proxies;
  } catch {
    throw new InvalidSetting(
      `TRUSTED_PROXIES must be addresses or networks separated by commas, such as '127.0.0.1,10.0.0.0/8', not '${list}'.`,
    );
  }
}

/** Missing keys are generated once and stored in a file that only its owner can read. */
function completeKeys({ dataDir, keys }: Settings): Keys {
  const { publishKey, subscribeKey, secretKey } = keys;
  if (publishKey && subscribeKey && secretKey) return { publishKey, subscribeKey, secretKey };
  const file = join(dataDir, 'messaging-keys.json');
  const id = () => randomBytes(16).toString('hex');
  if (!existsSync(file)) {
    const generated = {
      publishKey: `pub-c-${id()}`,
      subscribeKey: `sub-c-${id()}`,
      secretKey: `sec-c-${randomBytes(32).toString('base64url')}`,
    };
    writeFileSync(file, `${JSON.stringify(generated, null, 2)}\n`, { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Keys), ...keys };
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { dataDir, databaseUrl, files, port, host } = settings;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const keys = completeKeys(settings);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl, poolSize: POOL_SIZE } : { directory: join(dataDir, 'messaging') },
    (what) => process.stderr.write(`Waiting for ${what} …\n`),
  );
  const tracing = await openTracing(settings.tracing, {
    service: 'trellis-messaging',
    deployment: process.env.DEPLOYMENT?.trim() || 'local',
  });
  const service = createMessagingService({
    ...settings,
    database: database.pool,
    keys,
    files: files === 'off' ? 'off' : { ...files, directory: join(dataDir, 'messaging-files') },
    shared: database.kind === 'postgres',
    startSpan: tracing ? spanStarter(tracing) : undefined,
    log: ({ error, ...entry }) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : undefined;
      process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry, reason })}\n`);
    },
  });
  const stop = () => {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    void service
      .stop()
      .then(() => database.close())
      .then(() => tracing?.close());
  };
  try {
    const listening = await service.listen(port, host);
    const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
    process.stdout.write(`Messaging is ready at http://${name}:${listening.port}\n`);
  } catch (error) {
    await database.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new InvalidSetting(
          `Port ${port} is already in use. Stop the process that uses it, or set MESSAGING_PORT to another port.`,
        )
      : error;
  }
  if (settings.isLocal) {
    process.stdout.write(
      `  publish key    ${keys.publishKey}\n  subscribe key  ${keys.subscribeKey}\n  secret key     ${keys.secretKey}\n`,
    );
  }
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  const isUserError =
    error instanceof InvalidSetting ||
    ['DirectoryInUse', 'DatabaseUnavailable', 'DatabaseInUse'].includes((error as Error).name);
  process.stderr.write(
    `${isUserError ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exitCode = 1;
});
