import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { createAccountLinks, startLinkMail } from '#server/access/accountLinks/index.ts';
import { createIdTokens } from '#server/access/session/index.ts';
import { createIdentityProviders, createSecretBox, type ResolveTxt } from '#server/access/signOn/index.ts';
import { createAudit } from '#server/administration/audit/index.ts';
import { createPublishEvents, eventsOf } from '#server/administration/webhooks/index.ts';
import { type AppDeps, buildApp } from '#server/app.ts';
import { createJobs } from '#server/jobs/index.ts';
import { createPackageAddresses } from '#server/learning/packages/index.ts';
import { createDirectoryStorage } from '#server/learning/packages/storage/directoryStorage.ts';
import { createLog } from '#server/log.ts';
import { type Mail, type MailSender, writeMailTo } from '#server/mail/index.ts';
import { createMessagingTokens, startTokenRevocation } from '#server/messagingConfig/index.ts';
import { startOutbox } from '#server/outbox/index.ts';
import type { Realtime } from '#server/realtime/index.ts';
import { compileCheckedSerializer } from './checkedResponses.ts';
import { createFakeServerRealtime } from './fakeServerRealtime.ts';
import { openTestDatabase } from './testDatabase.ts';
import {
  createTestOrganisation,
  PASSWORD,
  type TestOrganisation,
  type TestPerson,
} from './testOrganisation.ts';

export const ID_TOKEN_SECONDS = 3_600;
const MAIL_FROM = 'Trellis <trellis@localhost>';
export const REFRESH_KEY = Buffer.alloc(32, 7);
export const METRICS_TOKEN = 'metrics-0123456789abcdef0123456789';
export const PUBLIC_ORIGIN = 'http://localhost:4000';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
}

/** The real API with the real schema, in memory unless `openDatabase` opens another database. Only the messaging service is a fake. */
export async function startApi({
  webRoot = null as string | null,
  hasServiceWorker = true,
  deployment = 'local',
  mailDirectory = null as string | null,
  analyticsScriptUrl = null as string | null,
  reports = null as AppDeps['reports'],
  metrics = null as AppDeps['metrics'],
  tracing = null as AppDeps['tracing'],
  /** The mail server of test emails. */
  testedMail = null as Pick<MailSender, 'send'> | null,
  openDatabase = openTestDatabase,
  /** Background jobs run only where a test needs them, because starting them takes time. */
  hasJobs = false,
  /** Replaces the fake messaging service. */
  realtime = null as Realtime | null,
  resolveTxt = (async () => []) as ResolveTxt,
  /** Where packages are stored. Only tests of packages need it. */
  packageDirectory = '/nonexistent',
} = {}) {
  const database = await openDatabase();
  const { pool } = database;
  const clock = createClock();
  const lines: string[] = [];
  const log = createLog({ write: (line: string) => void lines.push(line) });
  const messaging = createFakeServerRealtime();
  if (realtime) messaging.realtime = realtime;
  const outbox = startOutbox({
    pool,
    realtime: messaging.realtime,
    now: clock.now,
    log,
    tracing,
    pollMs: 50,
  });
  const tokenRevocation = startTokenRevocation({
    pool,
    realtime: messaging.realtime,
    now: clock.now,
    log,
    everyMs: 50,
  });
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'test' };
  const idTokens = await createIdTokens({
    keys: [key],
    issuer: PUBLIC_ORIGIN,
    lifetimeSeconds: ID_TOKEN_SECONDS,
    now: clock.now,
  });
  const refreshKey = REFRESH_KEY;
  const mails: Mail[] = [];
  const mail = mailDirectory
    ? writeMailTo({ directory: mailDirectory, from: MAIL_FROM, now: clock.now })
    : {
        async send(one: Mail) {
          mails.push(one);
          return '250 Accepted';
        },
      };
  const linkMail = startLinkMail({
    pool,
    mail,
    key: refreshKey,
    publicOrigin: PUBLIC_ORIGIN,
    now: clock.now,
    log,
  });
  const jobs = createJobs({ pool, log, pollSeconds: 0.5, retrySeconds: 1, superviseSeconds: 1, tracing });
  const state = { isStopping: false };
  const publish = createPublishEvents({ jobs, now: clock.now });
  const app = await buildApp({
    pool,
    idTokens,
    refreshKey,
    audit: createAudit({
      key: refreshKey,
      now: clock.now,
      onRecord: (tx, entries) => publish(tx, ...eventsOf(entries)),
    }),
    identityProviders: createIdentityProviders({ allowsLocal: deployment === 'local', now: clock.now }),
    secretBox: createSecretBox(refreshKey),
    resolveTxt,
    allowsLocal: deployment === 'local',
    accountLinks: createAccountLinks({ pool, key: refreshKey, now: clock.now, wake: linkMail.wake }),
    realtime: messaging.realtime,
    outbox,
    // Without workers, no jobs would run.
    jobs: hasJobs ? jobs : { ...jobs, enqueue: async () => null },
    messagingTokens: createMessagingTokens({
      pool,
      realtime: messaging.realtime,
      lifetimeMinutes: 60,
      now: clock.now,
    }),
    tokenRevocation,
    packages: {
      storage: createDirectoryStorage(join(packageDirectory, 'stored')),
      workDirectory: join(packageDirectory, 'work'),
      addresses: createPackageAddresses({ key: refreshKey, now: clock.now, fixed: null, port: 4_002 }),
      origins: ['http://127.0.0.1:4002'],
    },
    messaging: {
      publishKey: 'pub',
      subscribeKey: 'sub',
      publicOrigin: (hostname) => ({ origin: `${hostname}:4001`, ssl: false }),
    },
    messagingOrigins: ['http://localhost:4001'],
    unreadMailDelayMs: 120_000,
    mail: { deleteSentTo: async () => {}, from: MAIL_FROM, ...(testedMail ?? mail) },
    devMail: { mailDirectory, usesSmtp: testedMail !== null },
    sentryDsn: null,
    analyticsScriptUrl,
    reports,
    metrics,
    tracing,
    metricsToken: METRICS_TOKEN,
    dump: async (part) => (part === 'database' ? new Blob(['a copy']) : null),
    deployment,
    trustedProxies: ['loopback'],
    isStopping: () => state.isStopping,
    version: '0.0.0',
    publicOrigin: PUBLIC_ORIGIN,
    webRoot,
    hasServiceWorker,
    now: clock.now,
    log,
    compileSerializer: compileCheckedSerializer,
  });
  await app.ready();
  if (hasJobs) await jobs.start();

  const signIn = async (
    organisation: TestOrganisation,
    { email }: Pick<TestPerson, 'email'>,
    password = PASSWORD,
    more: More = {},
  ) => {
    const { userPoolId, clientId } = organisation;
    return call(app, 'POST', '/api/auth/sign-in', {
      body: { userPoolId, clientId, email, password },
      ...more,
    });
  };
  return {
    app,
    /** Set by tests of the shutdown. */
    state,
    pool,
    clock,
    messaging,
    outbox,
    jobs,
    idTokens,
    signingKey: key,
    /** The lines of the log. */
    lines,
    /** Mails that were sent. */
    mails,
    organisation: (
      ...journey: Parameters<typeof createTestOrganisation> extends [unknown, unknown, ...infer Rest]
        ? Rest
        : never
    ) => createTestOrganisation(pool, clock.now(), ...journey),
    signIn,
    call: <Body = Record<string, unknown>>(method: Method, url: string, more: More = {}) =>
      call<Body>(app, method, url, more),
    /** Signs a person in and returns calls with their token. */
    async as(organisation: TestOrganisation, person: TestPerson) {
      const token = String((await signIn(organisation, person)).body.idToken);
      const withToken =
        (method: Method) =>
        <Body = Record<string, unknown>>(url: string, body?: unknown, headers: Record<string, string> = {}) =>
          call<Body>(app, method, url, { body, headers: { authorization: token, ...headers } });
      return {
        token,
        get: withToken('GET'),
        put: withToken('PUT'),
        post: withToken('POST'),
        patch: withToken('PATCH'),
        delete: withToken('DELETE'),
      };
    },
    async close() {
      await jobs.stop();
      await app.close();
      await tokenRevocation.stop();
      await linkMail.stop();
      await outbox.stop();
      await database.close();
    },
  };
}
export type TestApi = Awaited<ReturnType<typeof startApi>>;

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
interface More {
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
}

async function call<Body = Record<string, unknown>>(
  app: FastifyInstance,
  method: Method,
  url: string,
  { body, headers, cookies }: More = {},
): Promise<Answer<Body>> {
  const options: InjectOptions = { method, url, ...(headers && { headers }), ...(cookies && { cookies }) };
  if (body !== undefined) options.payload = body as NonNullable<InjectOptions['payload']>;
  const response = await app.inject(options);
  const isJson =
    String(response.headers['content-type'] ?? '').includes('json') && !response.headers['content-encoding'];
  return {
    status: response.statusCode,
    body: (isJson ? response.json() : response.rawPayload) as Body,
    headers: response.headers,
    cookies: response.cookies as Answer['cookies'],
  };
}

/** A clock that starts now. It advances by 1 ms with each reading, and by more only when a test calls `pass`. */
function createClock() {
  let ms = Date.now();
  return {
    now: () => new Date(ms++),
    pass: (by: number) => {
      ms += by;
    },
  };
}

/** Waits until a condition is true, and fails after a timeout. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 15_000) {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`The condition was not true within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
