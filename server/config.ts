import { isAbsolute, resolve } from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import * as z from 'zod/mini';

/** What the environment says, checked once at the start. */
export interface Config {
  deployment: string;
  isLocal: boolean;
  host: string;
  port: number;
  messagingPort: number;
  dataDir: string;
  /** PostgreSQL; null for the embedded database. */
  databaseUrl: string | null;
  /** PubNub or a service that speaks like it; null for the embedded one. */
  pubnub: {
    publishKey: string;
    subscribeKey: string;
    secretKey: string;
    origin: string | null;
    ssl: boolean;
  } | null;
  /** The origin that people reach the product at, without a path. */
  publicUrl: string;
  /** Whether PUBLIC_URL was set; without it any name of this machine will do. */
  isPublicUrlGiven: boolean;
  /** Proxies that say in `X-Forwarded-For` whom they ask for: addresses, networks, or `loopback`. */
  trustedProxies: string[];
  isDemo: boolean;
  /** The demo organisation has written to each other and has notifications. */
  hasDemoTalk: boolean;
  mail: {
    /** The mail server; null where mail is written to files. */
    smtpUrl: string | null;
    /** `Trellis <trellis@example.com>` */
    from: string;
  };
  /** Where errors are reported to; null for nowhere. */
  sentryDsn: string | null;
  /** The script of the analytics agent; null for none. */
  analyticsScriptUrl: string | null;
  /** How long an unread message may wait before a mail tells of it; two minutes, and less only where somebody wants to watch it. */
  unreadMailSeconds: number;
  /** How long an id token counts; an hour, and less only where somebody wants to watch it end. */
  idTokenSeconds: number;
}

/** All that is wrong at once, a line each, with the variable's name first. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const port = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'has to be a number from 1 to 65535')), z.transform(Number)),
  z
    .number()
    .check(
      z.refine((value) => value >= 1 && value <= 65_535, { error: 'has to be a number from 1 to 65535' }),
    ),
);
const flag = z.pipe(
  z.enum(['0', '1'], { error: 'has to be 0 or 1' }),
  z.transform((value) => value === '1'),
);
const secondsBetween = (least: number, most: number) => {
  const words = `has to be a number from ${least} to ${most}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,4}$/, words)), z.transform(Number)),
    z.number().check(z.refine((value) => value >= least && value <= most, { error: words })),
  );
};
const text = z.string();
function isProxyList(proxies: string[]): boolean {
  try {
    proxyAddr.compile(proxies);
    return true;
  } catch {
    return false;
  }
}
const proxies = z.pipe(
  z.pipe(
    text,
    z.transform((list) => list.split(',').flatMap((one) => one.trim() || [])),
  ),
  z.array(z.string()).check(
    z.refine(isProxyList, {
      error: 'has to be addresses or networks parted by commas, such as 127.0.0.1,10.0.0.0/8',
    }),
  ),
);
const isSmtpUrl = (value: string) =>
  /^smtps?:\/\/[^/?#\s]+\/?$/.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
const sender = text.check(
  z.regex(
    /^(?:[^<>@\p{Cc}]{1,80} <[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/u,
    'has to be an address such as Trellis <trellis@company.example>',
  ),
);
const origin = z.string().check(
  z.refine((value) => /^https?:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value), {
    error: 'has to be an address such as https://trellis.example, without a path',
  }),
);

const environmentSchema = z.object({
  PORT: z.optional(port),
  MESSAGING_PORT: z.optional(port),
  HOST: z.optional(text.check(z.regex(/^[A-Za-z0-9.:_-]+$/, 'has to be a host name or an address'))),
  DATA_DIR: z.optional(text),
  DATABASE_URL: z.optional(
    text.check(
      z.refine((value) => /^postgres(ql)?:\/\//.test(value), {
        error: 'has to begin with postgres:// or postgresql://',
      }),
    ),
  ),
  PUBNUB_PUBLISH_KEY: z.optional(text),
  PUBNUB_SUBSCRIBE_KEY: z.optional(text),
  PUBNUB_SECRET_KEY: z.optional(text),
  PUBNUB_ORIGIN: z.optional(
    text.check(z.regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'has to be host:port, without http://')),
  ),
  PUBNUB_SSL: z.optional(flag),
  DEPLOYMENT: z.optional(
    text.check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'has to be a short name such as staging')),
  ),
  PUBLIC_URL: z.optional(origin),
  TRUSTED_PROXIES: z.optional(proxies),
  DEMO: z.optional(flag),
  DEMO_TALK: z.optional(flag),
  ID_TOKEN_SECONDS: z.optional(secondsBetween(5, 3_600)),
  SMTP_URL: z.optional(
    text.check(
      z.refine(isSmtpUrl, {
        error: 'has to be an address such as smtps://user:password@mail.company.example:465',
      }),
    ),
  ),
  MAIL_FROM: z.optional(sender),
  SENTRY_DSN: z.optional(
    text.check(
      z.refine((value) => /^https?:\/\/[A-Za-z0-9]+@[^/?#@\s]+\/\d+$/.test(value) && URL.canParse(value), {
        error: 'has to be an address such as https://key@errors.company.example/1',
      }),
    ),
  ),
  ANALYTICS_SCRIPT_URL: z.optional(
    text.check(
      z.refine((value) => /^https?:\/\/[^?#@\s]+$/.test(value) && URL.canParse(value), {
        error: 'has to be the address of a script such as https://cdn.company.example/agent.js',
      }),
    ),
  ),
  UNREAD_MAIL_SECONDS: z.optional(secondsBetween(1, 3_600)),
});
type Environment = z.infer<typeof environmentSchema>;

/** Reads and checks the environment; a variable set to nothing counts as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(set);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);
  // What can be judged is judged although something else is wrong: one start shows everything.
  const values: Environment = parsed.success ? parsed.data : withoutFaults(set, parsed.error.issues);
  const isLocal = (values.DEPLOYMENT ?? 'local') === 'local';
  problems.push(...pubnubProblems(values), ...(isLocal ? [] : problemsElsewhere(values)));

  const ports = {
    port: values.PORT ?? 4_000,
    messagingPort: values.MESSAGING_PORT ?? (values.PORT ?? 4_000) + 1,
  };
  if (ports.messagingPort > 65_535)
    problems.push('MESSAGING_PORT is missing: PORT + 1 is beyond the last port, 65535.');
  if (ports.port === ports.messagingPort)
    problems.push('MESSAGING_PORT has to be another port than PORT: messages have an origin of their own.');
  if (problems.length > 0) throw new ConfigError(problems);

  const { PUBNUB_PUBLISH_KEY, PUBNUB_SUBSCRIBE_KEY, PUBNUB_SECRET_KEY } = values;
  const dataDir = values.DATA_DIR ?? '.data';
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${ports.port}`);
  return {
    deployment: values.DEPLOYMENT ?? 'local',
    isLocal,
    host: values.HOST ?? '127.0.0.1',
    ...ports,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl: values.DATABASE_URL ?? null,
    pubnub:
      PUBNUB_PUBLISH_KEY && PUBNUB_SUBSCRIBE_KEY && PUBNUB_SECRET_KEY
        ? {
            publishKey: PUBNUB_PUBLISH_KEY,
            subscribeKey: PUBNUB_SUBSCRIBE_KEY,
            secretKey: PUBNUB_SECRET_KEY,
            origin: values.PUBNUB_ORIGIN ?? null,
            ssl: values.PUBNUB_SSL ?? true,
          }
        : null,
    publicUrl: publicUrl.origin,
    isPublicUrlGiven: values.PUBLIC_URL !== undefined,
    // Elsewhere than at home a proxy ends TLS, on the same machine unless somebody says otherwise.
    trustedProxies: values.TRUSTED_PROXIES ?? (isLocal ? [] : ['loopback']),
    isDemo: values.DEMO ?? isLocal,
    hasDemoTalk: (values.DEMO ?? isLocal) && (values.DEMO_TALK ?? true),
    mail: {
      smtpUrl: values.SMTP_URL ?? null,
      from: values.MAIL_FROM ?? `Trellis <trellis@${publicUrl.hostname}>`,
    },
    sentryDsn: values.SENTRY_DSN ?? null,
    analyticsScriptUrl: values.ANALYTICS_SCRIPT_URL ?? null,
    unreadMailSeconds: values.UNREAD_MAIL_SECONDS ?? 120,
    idTokenSeconds: values.ID_TOKEN_SECONDS ?? 3_600,
  };
}

/** The rest of the environment, where some variables cannot be read. */
function withoutFaults(
  set: Record<string, unknown>,
  issues: readonly { path: PropertyKey[] }[],
): Environment {
  const faulty = new Set(issues.map(({ path }) => path[0]));
  const rest = Object.fromEntries(Object.entries(set).filter(([name]) => !faulty.has(name)));
  return environmentSchema.parse(rest);
}

function pubnubProblems(values: Environment): string[] {
  const names = ['PUBNUB_PUBLISH_KEY', 'PUBNUB_SUBSCRIBE_KEY', 'PUBNUB_SECRET_KEY'] as const;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < names.length)
    return missing.map(
      (name) => `${name} is missing: set all three PUBNUB keys, or none for the embedded service.`,
    );
  const isEmbedded = missing.length === names.length;
  return (['PUBNUB_ORIGIN', 'PUBNUB_SSL'] as const)
    .filter((name) => isEmbedded && values[name] !== undefined)
    .map((name) => `${name} needs the three PUBNUB keys beside it, or has to go.`);
}

/** Ruling 30: what is good enough at home is refused elsewhere. */
function problemsElsewhere(values: Environment): string[] {
  const where = `in the deployment “${values.DEPLOYMENT}”`;
  return [
    ...(values.DEMO
      ? [`DEMO has to be 0 ${where}: the passwords of the demo accounts are known to everybody.`]
      : []),
    ...(values.PUBLIC_URL === undefined
      ? [`PUBLIC_URL is missing ${where}: set it to the https address that people use.`]
      : values.PUBLIC_URL.startsWith('https:')
        ? []
        : [`PUBLIC_URL has to begin with https:// ${where}: cookies and tokens would travel in the clear.`]),
    ...(values.DATABASE_URL === undefined
      ? [`DATABASE_URL is missing ${where}: the embedded database can lose data when power fails.`]
      : []),
    ...(values.PUBNUB_SECRET_KEY === undefined
      ? [
          `PUBNUB_PUBLISH_KEY, PUBNUB_SUBSCRIBE_KEY and PUBNUB_SECRET_KEY are missing ${where}: use PubNub, or our messaging service started alone behind https with PUBNUB_ORIGIN.`,
        ]
      : []),
    ...(values.PUBNUB_SSL === false
      ? [`PUBNUB_SSL has to be 1 ${where}: messages would travel in the clear.`]
      : []),
    ...(['SENTRY_DSN', 'ANALYTICS_SCRIPT_URL'] as const)
      .filter((name) => values[name]?.startsWith('http:'))
      .map(
        (name) => `${name} has to begin with https:// ${where}: what it is told would travel in the clear.`,
      ),
    ...(values.SMTP_URL !== undefined && values.MAIL_FROM === undefined
      ? [`MAIL_FROM is missing ${where}: set it to the address that SMTP_URL may send from.`]
      : []),
  ];
}
