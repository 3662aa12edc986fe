import { isAbsolute, resolve } from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import * as z from 'zod/mini';
import type { S3Settings } from '#server/learning/packages/index.ts';
import type { TracingConfig } from '#server/tracing/openTracing.ts';

/** The configuration from environment variables, checked at the start. */
export interface Config {
  deployment: string;
  isLocal: boolean;
  host: string;
  port: number;
  messagingPort: number;
  dataDir: string;
  /** A PostgreSQL server; null for the embedded database. */
  databaseUrl: string | null;
  /** Learning packages run on their own origin (decision 0084). */
  packages: {
    port: number;
    /** The origin in the browser; null in a local deployment, where it follows from the page's host name. */
    origin: string | null;
    /** Storage that is compatible with S3; null for a directory (decision 0083). */
    s3: S3Settings | null;
  };
  /** PubNub or a compatible service; null for the embedded messaging service. */
  pubnub: {
    publishKey: string;
    subscribeKey: string;
    secretKey: string;
    origin: string | null;
    ssl: boolean;
  } | null;
  /** The product's origin in the browser, without a path. */
  publicUrl: string;
  /** Whether PUBLIC_URL is set. Without it, every host name of this machine is accepted. */
  isPublicUrlGiven: boolean;
  /** Proxies whose `X-Forwarded-For` header is trusted: addresses, networks, or `loopback`. */
  trustedProxies: string[];
  isDemo: boolean;
  /** Number of people in the demo organisation; 0 for only the people with prepared data. */
  demoPeople: number;
  /** True for a local deployment that other machines may reach, at the operator's request. */
  isExposed: boolean;
  /** Whether the demo organisation has chats and notifications. */
  hasDemoChats: boolean;
  mail: {
    /** The mail server; null writes mail to files. */
    smtpUrl: string | null;
    /** For example `Trellis <trellis@example.com>`. */
    from: string;
  };
  /** The Sentry DSN for error reports; null for none. */
  sentryDsn: string | null;
  /** The script of the analytics agent; null for none. */
  analyticsScriptUrl: string | null;
  /** Delay of a mail about an unread message in seconds; 120 by default, shorter in tests. */
  unreadMailSeconds: number;
  /** How long the server still serves requests after the shutdown signal, until load balancers notice. */
  shutdownDelaySeconds: number;
  /** False removes the service worker from browsers (decision 0134). */
  hasServiceWorker: boolean;
  /** With it, other machines may read `/metrics`; null for none. */
  metricsToken: string | null;
  natsUrl: string | null;
  /** Where traces are sent, and the share of the requests that are traced; null for none. */
  tracing: TracingConfig;
  /** STUN and TURN servers for calls in coaching sessions. */
  rtc: { servers: string[]; turnSecret: string | null };
  /** Lifetime of an id token in seconds; 3,600 by default, shorter in tests. */
  idTokenSeconds: number;
}

/** Lists every problem on its own line, starting with the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const port = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')), z.transform(Number)),
  z
    .number()
    .check(z.refine((value) => value >= 1 && value <= 65_535, { error: 'must be a number from 1 to 65535' })),
);
const flag = z.pipe(
  z.enum(['0', '1'], { error: 'must be 0 or 1' }),
  z.transform((value) => value === '1'),
);
const secondsBetween = (min: number, max: number) => {
  const error = `must be a number from ${min} to ${max}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,4}$/, error)), z.transform(Number)),
    z.number().check(z.refine((value) => value >= min && value <= max, { error })),
  );
};
const text = z.string();
const DEMO_PEOPLE_ERROR = 'must be a number from 0 to 1000000';
const demoPeople = z.pipe(
  z.pipe(text.check(z.regex(/^\d{1,7}$/, DEMO_PEOPLE_ERROR)), z.transform(Number)),
  z.number().check(z.refine((value) => value <= 1_000_000, { error: DEMO_PEOPLE_ERROR })),
);
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
      error: 'must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
    }),
  ),
);
const isSmtpUrl = (value: string) =>
  /^smtps?:\/\/[^/?#\s]+\/?$/.test(value) && URL.canParse(value) && new URL(value).hostname !== '';
const sender = text.check(
  z.regex(
    /^(?:[^<>@\p{Cc}]{1,80} <[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/u,
    'must be an email address such as Trellis <trellis@company.example>',
  ),
);
const origin = z.string().check(
  z.refine((value) => /^https?:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value), {
    error: 'must be a URL such as https://trellis.example, without a path',
  }),
);

const SHARE_ERROR = 'must be a number from 0 to 1';
/** Shorter secrets can be guessed from a single signed request. */
export const MIN_SECRET_LENGTH = 32;

const environmentSchema = z.object({
  PORT: z.optional(port),
  MESSAGING_PORT: z.optional(port),
  HOST: z.optional(text.check(z.regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address'))),
  DATA_DIR: z.optional(text),
  PACKAGES_PORT: z.optional(port),
  PACKAGES_ORIGIN: z.optional(origin),
  PACKAGES_S3_ENDPOINT: z.optional(origin),
  PACKAGES_S3_REGION: z.optional(text),
  PACKAGES_S3_BUCKET: z.optional(text),
  PACKAGES_S3_ACCESS_KEY_ID: z.optional(text),
  PACKAGES_S3_SECRET_ACCESS_KEY: z.optional(text),
  DATABASE_URL: z.optional(
    text.check(
      z.refine((value) => /^postgres(ql)?:\/\//.test(value), {
        error: 'must start with postgres:// or postgresql://',
      }),
    ),
  ),
  PUBNUB_PUBLISH_KEY: z.optional(text),
  PUBNUB_SUBSCRIBE_KEY: z.optional(text),
  PUBNUB_SECRET_KEY: z.optional(text),
  PUBNUB_ORIGIN: z.optional(
    text.check(z.regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'must be host:port, without http://')),
  ),
  PUBNUB_SSL: z.optional(flag),
  DEPLOYMENT: z.optional(
    text.check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be a short name such as staging')),
  ),
  PUBLIC_URL: z.optional(origin),
  TRUSTED_PROXIES: z.optional(proxies),
  DEMO: z.optional(flag),
  DEMO_TALK: z.optional(flag),
  DEMO_PEOPLE: z.optional(demoPeople),
  DEMO_EXPOSED: z.optional(flag),
  DEVELOPER_TOOLS: z.optional(flag),
  SERVICE_WORKER: z.optional(flag),
  ID_TOKEN_SECONDS: z.optional(secondsBetween(5, 3_600)),
  SMTP_URL: z.optional(
    text.check(
      z.refine(isSmtpUrl, {
        error: 'must be a URL such as smtps://user:password@mail.company.example:465',
      }),
    ),
  ),
  MAIL_FROM: z.optional(sender),
  SENTRY_DSN: z.optional(
    text.check(
      z.refine((value) => /^https?:\/\/[A-Za-z0-9]+@[^/?#@\s]+\/\d+$/.test(value) && URL.canParse(value), {
        error: 'must be a URL such as https://key@errors.company.example/1',
      }),
    ),
  ),
  ANALYTICS_SCRIPT_URL: z.optional(
    text.check(
      z.refine((value) => /^https?:\/\/[^?#@\s]+$/.test(value) && URL.canParse(value), {
        error: 'must be the URL of a script, such as https://cdn.company.example/agent.js',
      }),
    ),
  ),
  UNREAD_MAIL_SECONDS: z.optional(secondsBetween(1, 3_600)),
  SHUTDOWN_DELAY_SECONDS: z.optional(secondsBetween(0, 300)),
  METRICS_TOKEN: z.optional(
    text.check(
      z.minLength(
        MIN_SECRET_LENGTH,
        `must have at least ${MIN_SECRET_LENGTH} characters, because a shorter one can be guessed`,
      ),
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    text.check(
      z.refine((value) => /^https?:\/\/[^?#@\s]+$/.test(value) && URL.canParse(value), {
        error: 'must be the URL of a collector, such as http://127.0.0.1:4318',
      }),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: z.optional(
    z.pipe(
      z.pipe(text.check(z.regex(/^(0?\.\d+|[01](\.0+)?)$/, SHARE_ERROR)), z.transform(Number)),
      z.number(),
    ),
  ),
  NATS_URL: z.optional(
    text.check(
      z.refine((value) => /^(nats|tls):\/\/./.test(value) && URL.canParse(value), {
        error: 'must be the URL of a NATS server, such as nats://nats.company.example:4222',
      }),
    ),
  ),
  RTC_ICE_SERVERS: z.optional(
    text.check(
      z.refine((value) => value.split(',').every((url) => /^(stuns?|turns?):[^\s,@]+$/.test(url.trim())), {
        error: 'must be addresses separated by commas, such as stun:stun.company.example:3478',
      }),
    ),
  ),
  RTC_TURN_SECRET: z.optional(text),
});
type Environment = z.infer<typeof environmentSchema>;

/** Reads and checks the environment. An empty variable counts as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(set);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);
  // The other checks run even if a value is invalid, so that one start reports every problem.
  const values: Environment = parsed.success ? parsed.data : parseValid(set, parsed.error.issues);
  const isLocal = (values.DEPLOYMENT ?? 'local') === 'local';
  problems.push(
    ...pubnubProblems(values),
    ...s3Problems(values),
    ...(isLocal ? localProblems(values) : deploymentProblems(values)),
  );

  const ports = {
    port: values.PORT ?? 4_000,
    messagingPort: values.MESSAGING_PORT ?? (values.PORT ?? 4_000) + 1,
  };
  if (ports.messagingPort > 65_535)
    problems.push('MESSAGING_PORT is missing: its default, PORT + 1, is above the highest port, 65535.');
  if (ports.port === ports.messagingPort)
    problems.push('MESSAGING_PORT must differ from PORT, because messaging needs its own origin.');
  const packagesPort = values.PACKAGES_PORT ?? Math.max(ports.port, ports.messagingPort) + 1;
  if (packagesPort > 65_535)
    problems.push(
      'PACKAGES_PORT is missing: its default, one above the other ports, is above the highest port, 65535.',
    );
  if ([ports.port, ports.messagingPort].includes(packagesPort))
    problems.push(
      'PACKAGES_PORT must differ from PORT and MESSAGING_PORT, because packages need their own origin.',
    );
  if (/(^|,)\s*turns?:/.test(values.RTC_ICE_SERVERS ?? '') && values.RTC_TURN_SECRET === undefined)
    problems.push(
      'RTC_TURN_SECRET is missing: browsers need a user name and password for the TURN server in RTC_ICE_SERVERS.',
    );
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
    packages: {
      port: packagesPort,
      origin: values.PACKAGES_ORIGIN === undefined ? null : new URL(values.PACKAGES_ORIGIN).origin,
      s3: s3Of(values),
    },
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
    // Outside local deployments, a proxy terminates TLS. By default it runs on the same machine.
    trustedProxies: values.TRUSTED_PROXIES ?? (isLocal ? [] : ['loopback']),
    isDemo: values.DEMO ?? isLocal,
    isExposed: isLocal && !isLoopback(values.HOST),
    demoPeople: values.DEMO_PEOPLE ?? 0,
    hasDemoChats: (values.DEMO ?? isLocal) && (values.DEMO_TALK ?? true),
    mail: {
      smtpUrl: values.SMTP_URL ?? null,
      from: values.MAIL_FROM ?? `Trellis <trellis@${publicUrl.hostname}>`,
    },
    sentryDsn: values.SENTRY_DSN ?? null,
    analyticsScriptUrl: values.ANALYTICS_SCRIPT_URL ?? null,
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS ?? 0,
    hasServiceWorker: values.SERVICE_WORKER ?? true,
    metricsToken: values.METRICS_TOKEN ?? null,
    natsUrl: values.NATS_URL ?? null,
    tracing: tracingOf(values),
    rtc: {
      servers: values.RTC_ICE_SERVERS?.split(',').map((url) => url.trim()) ?? [],
      turnSecret: values.RTC_TURN_SECRET ?? null,
    },
    unreadMailSeconds: values.UNREAD_MAIL_SECONDS ?? 120,
    idTokenSeconds: values.ID_TOKEN_SECONDS ?? 3_600,
  };
}

const tracingOf = (
  values: Pick<Environment, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>,
): TracingConfig =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1 };

/** The environment without the invalid variables. */
function parseValid(set: Record<string, unknown>, issues: readonly { path: PropertyKey[] }[]): Environment {
  const invalid = new Set(issues.map(({ path }) => path[0]));
  const rest = Object.fromEntries(Object.entries(set).filter(([name]) => !invalid.has(name)));
  return environmentSchema.parse(rest);
}

function pubnubProblems(values: Environment): string[] {
  const names = ['PUBNUB_PUBLISH_KEY', 'PUBNUB_SUBSCRIBE_KEY', 'PUBNUB_SECRET_KEY'] as const;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < names.length)
    return missing.map(
      (name) => `${name} is missing: set all 3 PubNub keys, or none to use the embedded service.`,
    );
  const isEmbedded = missing.length === names.length;
  const tooShort =
    (values.PUBNUB_SECRET_KEY?.length ?? MIN_SECRET_LENGTH) < MIN_SECRET_LENGTH
      ? [
          `PUBNUB_SECRET_KEY must have at least ${MIN_SECRET_LENGTH} characters, because a shorter one can be guessed.`,
        ]
      : [];
  const needless = (['PUBNUB_ORIGIN', 'PUBNUB_SSL'] as const)
    .filter((name) => isEmbedded && values[name] !== undefined)
    .map((name) => `${name} needs the 3 PubNub keys. Set them, or remove ${name}.`);
  return [...tooShort, ...needless];
}

const S3_VARIABLES = [
  'PACKAGES_S3_ENDPOINT',
  'PACKAGES_S3_BUCKET',
  'PACKAGES_S3_ACCESS_KEY_ID',
  'PACKAGES_S3_SECRET_ACCESS_KEY',
] as const;

function s3Problems(values: Environment): string[] {
  const missing = S3_VARIABLES.filter((name) => values[name] === undefined);
  if (missing.length === S3_VARIABLES.length) return [];
  return missing.map(
    (name) => `${name} is missing: set all 4 variables of the storage, or none to use DATA_DIR.`,
  );
}

function s3Of(values: Environment): Config['packages']['s3'] {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = S3_VARIABLES.map((name) => values[name]);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: values.PACKAGES_S3_REGION ?? 'us-east-1' };
}

export const isLoopback = (host = '127.0.0.1') => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** A local deployment has public passwords and shows all mail, so other machines may reach it only on request. */
const localProblems = (values: Environment): string[] =>
  isLoopback(values.HOST) || values.DEMO_EXPOSED
    ? []
    : [
        `HOST must be 127.0.0.1 in a local deployment: the passwords of the demo accounts are public and /dev/mail shows all mail. Set DEPLOYMENT to another name for people to use it, or DEMO_EXPOSED=1 to show it to everyone who can reach this machine.`,
      ];

/** Settings that are allowed in a local deployment only. See docs/decisions/0031-deployments.md. */
function deploymentProblems(values: Environment): string[] {
  const where = `in the deployment '${values.DEPLOYMENT}'`;
  return [
    ...(values.DEVELOPER_TOOLS && values.DEPLOYMENT === 'production'
      ? [`DEVELOPER_TOOLS must be 0 ${where}: they show the state of the application.`]
      : []),
    ...(values.DEMO ? [`DEMO must be 0 ${where}: the passwords of the demo accounts are public.`] : []),
    ...(values.PUBLIC_URL === undefined
      ? [`PUBLIC_URL is missing ${where}: set it to the https URL that people use.`]
      : values.PUBLIC_URL.startsWith('https:')
        ? []
        : [`PUBLIC_URL must start with https:// ${where}: cookies and tokens would be sent unencrypted.`]),
    ...packagesProblems(values, where),
    ...(values.DATABASE_URL === undefined
      ? [`DATABASE_URL is missing ${where}: the embedded database can lose data in a power failure.`]
      : []),
    ...(values.PUBNUB_SECRET_KEY === undefined
      ? [
          `PUBNUB_PUBLISH_KEY, PUBNUB_SUBSCRIBE_KEY and PUBNUB_SECRET_KEY are missing ${where}: use PubNub, or run our messaging service separately behind https and set PUBNUB_ORIGIN.`,
        ]
      : []),
    ...(values.PUBNUB_SSL === false
      ? [`PUBNUB_SSL must be 1 ${where}: messages would be sent unencrypted.`]
      : []),
    ...(['SENTRY_DSN', 'ANALYTICS_SCRIPT_URL'] as const)
      .filter((name) => values[name]?.startsWith('http:'))
      .map((name) => `${name} must start with https:// ${where}: its data would be sent unencrypted.`),
    ...(values.SMTP_URL !== undefined && values.MAIL_FROM === undefined
      ? [`MAIL_FROM is missing ${where}: set it to an address that SMTP_URL may send from.`]
      : []),
  ];
}

function packagesProblems({ PACKAGES_ORIGIN, PUBLIC_URL }: Environment, where: string): string[] {
  if (PACKAGES_ORIGIN === undefined)
    return [
      `PACKAGES_ORIGIN is missing ${where}: set it to an https URL with its own host name, from which learning packages are served.`,
    ];
  if (!PACKAGES_ORIGIN.startsWith('https:'))
    return [`PACKAGES_ORIGIN must start with https:// ${where}: packages would be sent unencrypted.`];
  return PUBLIC_URL !== undefined && new URL(PACKAGES_ORIGIN).hostname === new URL(PUBLIC_URL).hostname
    ? [`PACKAGES_ORIGIN must have another host name than PUBLIC_URL ${where}: cookies belong to a host name.`]
    : [];
}
