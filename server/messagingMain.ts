import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './db/open.ts';
import { clientAddress, createMessagingService, type Keys } from './messaging/index.ts';

/** The messaging service alone: reads the environment, opens the database, listens. `npm run messaging` starts it. */

class WrongSetting extends Error {
  override name = 'WrongSetting';
}

interface Settings {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  keys: Partial<Keys>;
  access: 'on' | 'off';
  rateLimit: number | 'off';
  trustedProxies: string[];
}

function readSettings(env: NodeJS.ProcessEnv): Settings {
  const setting = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const whole = (name: string, fallback: string, max: number) => {
    const text = setting(name, fallback);
    if (!/^[0-9]{1,9}$/.test(text) || Number(text) > max)
      throw new WrongSetting(`${name} must be a whole number up to ${max}, not '${text}'.`);
    return Number(text);
  };
  const access = setting('MESSAGING_ACCESS', 'on');
  if (access !== 'on' && access !== 'off')
    throw new WrongSetting(`MESSAGING_ACCESS must be 'on' or 'off', not '${access}'.`);
  const databaseUrl = setting('DATABASE_URL', '') || null;
  if (databaseUrl !== null && !/^postgres(?:ql)?:\/\//.test(databaseUrl))
    throw new WrongSetting('DATABASE_URL must begin with postgres:// or postgresql://.');
  const key = (name: string) => {
    const text = setting(name, '');
    if (!/^[A-Za-z0-9_-]{0,200}$/.test(text))
      throw new WrongSetting(`${name} may hold letters, digits, '-' and '_' only.`);
    return text;
  };
  const [publishKey, subscribeKey, secretKey] = [
    key('MESSAGING_PUBLISH_KEY'),
    key('MESSAGING_SUBSCRIBE_KEY'),
    key('MESSAGING_SECRET_KEY'),
  ];
  return {
    port: whole('MESSAGING_PORT', '4001', 65_535),
    host: setting('HOST', '127.0.0.1'),
    dataDir: setting('DATA_DIR', '.data'),
    databaseUrl,
    keys: {
      ...(publishKey && { publishKey }),
      ...(subscribeKey && { subscribeKey }),
      ...(secretKey && { secretKey }),
    },
    access,
    rateLimit:
      setting('MESSAGING_RATE_LIMIT', '500') === 'off'
        ? 'off'
        : whole('MESSAGING_RATE_LIMIT', '500', 1_000_000),
    trustedProxies: readProxies(setting('TRUSTED_PROXIES', '')),
  };
}

function readProxies(list: string): string[] {
  const proxies = list.split(',').flatMap((one) => one.trim() || []);
  try {
    clientAddress(proxies);
    return proxies;
  } catch {
    throw new WrongSetting(
      `TRUSTED_PROXIES must be addresses or networks parted by commas, such as '127.0.0.1,10.0.0.0/8', not '${list}'.`,
    );
  }
}

/** The keys that were not given are made once and kept where only their owner can read them. */
function completeKeys({ dataDir, keys }: Settings): Keys {
  const { publishKey, subscribeKey, secretKey } = keys;
  if (publishKey && subscribeKey && secretKey) return { publishKey, subscribeKey, secretKey };
  const file = join(dataDir, 'messaging-keys.json');
  const id = () => randomBytes(16).toString('hex');
  if (!existsSync(file)) {
    const made = {
      publishKey: `pub-c-${id()}`,
      subscribeKey: `sub-c-${id()}`,
      secretKey: `sec-c-${randomBytes(32).toString('base64url')}`,
    };
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  }
  chmodSync(file, 0o600);
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Keys), ...keys };
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { dataDir, databaseUrl, access, rateLimit, trustedProxies, port, host } = settings;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const keys = completeKeys(settings);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { directory: join(dataDir, 'messaging') },
    (what) => process.stderr.write(`Waiting for ${what} …\n`),
  );
  const service = createMessagingService({
    database: database.pool,
    keys,
    access,
    rateLimit,
    trustedProxies,
    filesDir: join(dataDir, 'messaging-files'),
    log: ({ error, ...entry }) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : undefined;
      process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry, reason })}\n`);
    },
  });
  try {
    const listening = await service.listen(port, host);
    const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
    process.stdout.write(`Messaging is ready at http://${name}:${listening.port}\n`);
  } catch (error) {
    await database.close();
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new WrongSetting(`Port ${port} is in use. Stop what listens there, or set MESSAGING_PORT.`)
      : error;
  }
  const isLocal = host === '127.0.0.1' || host === 'localhost' || host === '::1';
  if (isLocal) {
    process.stdout.write(
      `  publish key    ${keys.publishKey}\n  subscribe key  ${keys.subscribeKey}\n  secret key     ${keys.secretKey}\n`,
    );
  }
  const end = () => {
    process.off('SIGTERM', end);
    process.off('SIGINT', end);
    void service.stop().then(() => database.close());
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

main().catch((error: unknown) => {
  const isClear =
    error instanceof WrongSetting || ['DirectoryInUse', 'DatabaseAway'].includes((error as Error).name);
  process.stderr.write(`${isClear ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
});
