import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { type AdminDeps, adminRoutes } from './admin/index.ts';
import { analyticsConsentRoutes, analyticsRoutes } from './analytics/index.ts';
import { chatRoutes } from './chat/index.ts';
import { contentRoutes } from './content/index.ts';
import { homeRoutes } from './home/index.ts';
import { compressAnswers } from './http/compress.ts';
import { answerUnreadable, answerWithProblems, asRefusal, sendProblem } from './http/problems.ts';
import { limitRates } from './http/rateLimits.ts';
import { requestIdOf, sayRequestIds } from './http/requestIds.ts';
import { setSecurityHeaders } from './http/securityHeaders.ts';
import type { Viewer } from './http/viewer.ts';
import { serveWebFiles } from './http/webFiles.ts';
import { type DevMailDeps, devMailRoutes } from './mail/index.ts';
import {
  type MessagingConfigDeps,
  type MessagingTokens,
  messagingConfigRoutes,
  type TakingBack,
} from './messagingConfig/index.ts';
import { objectivesRoutes } from './objectives/index.ts';
import {
  describeRoutes,
  type Metrics,
  measureRequests,
  operationsRoutes,
  serveDocs,
  showMetrics,
} from './operations/index.ts';
import type { Outbox } from './outbox/index.ts';
import { avatarRoutes, openAvatarRoutes, peopleRoutes } from './people/index.ts';
import { programsRoutes } from './programs/index.ts';
import { propensityRoutes } from './propensity/index.ts';
import type { Realtime } from './realtime/index.ts';
import type { Reports } from './reports/index.ts';
import { createAuthenticate, type IdTokens, openSessionRoutes, sessionRoutes } from './session/index.ts';
import { teamRoutes } from './team/index.ts';

export interface AppDeps extends AdminDeps {
  pool: Pool;
  idTokens: IdTokens;
  refreshKey: Buffer;
  realtime: Realtime;
  outbox: Pick<Outbox, 'wake' | 'countWaiting'>;
  messagingTokens: MessagingTokens;
  takingBack: Pick<TakingBack, 'sessionEnded'>;
  messaging: Omit<MessagingConfigDeps, 'tokens' | 'now'>;
  /** Where a browser may call messages from, for the content security policy. */
  messagingOrigins: string[];
  devMail: DevMailDeps;
  unreadMailDelayMs: number;
  /** Null: nothing is reported, nothing is measured, no analytics. */
  sentryDsn: string | null;
  analyticsScriptUrl: string | null;
  reports: Reports | null;
  metrics: Metrics | null;
  deployment: string;
  version: string;
  publicOrigin: string;
  /** Proxies whose word counts for who calls. */
  trustedProxies: readonly string[];
  /** The built client; null where something else serves it. */
  webRoot: string | null;
  now: () => Date;
  log: FastifyBaseLogger;
}

/** JSON of any call; pictures have a limit of their own. */
const BODY_LIMIT = 256 * 1024;

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { now, pool } = deps;
  const isHttps = deps.publicOrigin.startsWith('https:');
  const app = Fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    genReqId: requestIdOf,
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    forceCloseConnections: true,
    // On a busy machine a start may take its time.
    pluginTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void sendProblem(reply, request, asRefusal(error)),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('viewer', null as unknown as Viewer);
  takeEmptyJson(app);
  answerWithProblems(app, (error, request) => deps.reports?.fault(error, request));
  deps.reports?.watch(app);
  sayRequestIds(app);
  if (deps.metrics) measureRequests(app, deps.metrics);
  await setSecurityHeaders(app, {
    messagingOrigins: deps.messagingOrigins,
    isHttps,
    reportsOrigin: originOf(deps.sentryDsn),
    analyticsOrigin: originOf(deps.analyticsScriptUrl),
  });
  await limitRates(app);
  await app.register(cookie);
  compressAnswers(app);
  await describeRoutes(app, deps.version);

  const session = { ...deps, isHttps, onSessionEnd: () => deps.takingBack.sessionEnded() };
  app.get('/.well-known/jwks.json', { schema: { hide: true } }, async () => deps.idTokens.jwks);
  await serveDocs(app);
  await app.register(devMailRoutes, deps.devMail);
  await app.register(
    async (api) => {
      await api.register(operationsRoutes, deps);
      await api.register(openSessionRoutes, session);
      await api.register(openAvatarRoutes, { pool });
      await api.register(async (signedIn) => {
        const authenticate = createAuthenticate({ pool, idTokens: deps.idTokens, now });
        // Every route of this block stands behind it: there is none that could forget to ask.
        signedIn.addHook('onRequest', async (request) => {
          request.viewer = await authenticate(request);
        });
        await signedIn.register(sessionRoutes, session);
        await signedIn.register(peopleRoutes, deps);
        await signedIn.register(avatarRoutes, deps);
        const wakeOutbox = () => deps.outbox.wake();
        await signedIn.register(programsRoutes, { pool, now, wakeOutbox });
        await signedIn.register(objectivesRoutes, { pool, now, wakeOutbox });
        await signedIn.register(teamRoutes, deps);
        await signedIn.register(propensityRoutes, deps);
        await signedIn.register(homeRoutes, deps);
        await signedIn.register(adminRoutes, deps);
        await signedIn.register(analyticsRoutes, deps);
        await signedIn.register(analyticsConsentRoutes, deps);
        await signedIn.register(contentRoutes, deps);
        await signedIn.register(chatRoutes, deps);
        await signedIn.register(messagingConfigRoutes, {
          ...deps.messaging,
          tokens: deps.messagingTokens,
          now,
        });
      });
    },
    { prefix: '/api' },
  );
  if (deps.metrics) showMetrics(app, deps.metrics, deps);
  await serveWebFiles(app, deps.webRoot);
  return app;
}

const originOf = (url: string | null) => (url === null ? null : new URL(url).origin);

/** A call without a body may still say that it is JSON. What the body has to hold is for the schema to say. */
function takeEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
