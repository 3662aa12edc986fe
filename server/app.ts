import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import { directoryAdminRoutes, SCIM_PATH, scimRoutes } from '#server/access/directory/index.ts';
import { setupRoutes } from '#server/access/organisations/index.ts';
import { passkeyRoutes, publicPasskeyRoutes } from '#server/access/passkeys/index.ts';
import {
  accountRoutes,
  createAuthenticate,
  type IdTokens,
  publicAccountRoutes,
  publicSessionRoutes,
  sessionRoutes,
} from '#server/access/session/index.ts';
import { publicSignOnRoutes, type SignOnDeps, signOnAdminRoutes } from '#server/access/signOn/index.ts';
import { type AdminDeps, adminRoutes } from '#server/administration/admin/index.ts';
import { type Audit, auditRoutes } from '#server/administration/audit/index.ts';
import { departmentsRoutes } from '#server/administration/departments/index.ts';
import { importRoutes } from '#server/administration/import/index.ts';
import { peopleAdminRoutes } from '#server/administration/peopleAdmin/index.ts';
import { personalDataRoutes } from '#server/administration/personalData/index.ts';
import { logoRoutes, publicLogoRoutes, settingsRoutes } from '#server/administration/settings/index.ts';
import { createPublishEvents, webhooksRoutes } from '#server/administration/webhooks/index.ts';
import { chatRoutes } from '#server/chat/index.ts';
import { homeRoutes } from '#server/home/index.ts';
import { createCallerLimit } from '#server/http/callerLimit.ts';
import { compressResponses } from '#server/http/compress.ts';
import { answerUnchanged } from '#server/http/entityTags.ts';
import { finishRequests } from '#server/http/finishRequests.ts';
import { handleClientError, handleErrors, sendProblem, toHttpError } from '#server/http/problems.ts';
import { limitRates, UNAUTHENTICATED_CALLS_PER_MINUTE } from '#server/http/rateLimits.ts';
import { followRequests, requestIdOf } from '#server/http/requestIds.ts';
import { setSecurityHeaders } from '#server/http/securityHeaders.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { serveWebFiles } from '#server/http/webFiles.ts';
import { insightsRoutes } from '#server/insights/index.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { checkInsRoutes, followUpsRoutes, reviewRoutes } from '#server/learning/checkIns/index.ts';
import { calendarRoutes, coachingRoutes, publicCalendarRoutes } from '#server/learning/coaching/index.ts';
import { coachingRoomRoutes, type RtcSettings } from '#server/learning/coachingRoom/index.ts';
import { contentRoutes } from '#server/learning/content/index.ts';
import { objectivesRoutes } from '#server/learning/objectives/index.ts';
import {
  type PackageAddresses,
  type PackagesDeps,
  packagesRoutes,
  publicImageRoutes,
} from '#server/learning/packages/index.ts';
import { completeSurveySteps, isAskedByStep, programsRoutes } from '#server/learning/programs/index.ts';
import { propensityRoutes } from '#server/learning/propensity/index.ts';
import { type DevMailDeps, devMailRoutes, type MailSender } from '#server/mail/index.ts';
import {
  type MessagingConfigDeps,
  type MessagingTokens,
  messagingConfigRoutes,
  type TokenRevocation,
} from '#server/messagingConfig/index.ts';
import { analyticsConsentRoutes, analyticsRoutes } from '#server/operations/analytics/index.ts';
import {
  type BackupDeps,
  backupRoutes,
  type Metrics,
  measureResponseTimes,
  operationsRoutes,
  registerOpenApi,
  serveDocs,
  serveMetrics,
} from '#server/operations/index.ts';
import type { Reports } from '#server/operations/reports/index.ts';
import { notificationSettingsRoutes, type Outbox } from '#server/outbox/index.ts';
import { avatarRoutes, peopleRoutes, publicAvatarRoutes } from '#server/people/index.ts';
import type { Realtime } from '#server/realtime/index.ts';
import { searchRoutes } from '#server/search/index.ts';
import { responsesRoutes, surveysRoutes } from '#server/surveys/index.ts';
import { teamRoutes } from '#server/team/index.ts';
import type { Tracing } from '#server/tracing/spans.ts';

const surveySteps = { isAskedByStep, completeSurveySteps };

export interface AppDeps extends AdminDeps {
  accountLinks: AccountLinks;
  pool: Pool;
  idTokens: IdTokens;
  audit: Audit;
  identityProviders: SignOnDeps['identityProviders'];
  secretBox: SignOnDeps['secretBox'];
  resolveTxt: SignOnDeps['resolveTxt'];
  /** True if addresses of identity providers may use http and may be private. */
  allowsLocal: boolean;
  refreshKey: Buffer;
  realtime: Realtime;
  outbox: Pick<Outbox, 'wake' | 'countPending'>;
  jobs: Jobs;
  mail: Pick<MailSender, 'send' | 'deleteSentTo' | 'from'>;
  messagingTokens: MessagingTokens;
  tokenRevocation: Pick<TokenRevocation, 'sessionEnded'>;
  messaging: Omit<MessagingConfigDeps, 'tokens' | 'now'>;
  rtc?: RtcSettings;
  packages: Omit<PackagesDeps, 'pool' | 'jobs' | 'now'> & {
    addresses: PackageAddresses;
    /** Origins of learning packages, for the Content Security Policy. */
    origins: string[];
  };
  /** Origins of the messaging service, for the Content Security Policy. */
  messagingOrigins: string[];
  devMail: DevMailDeps;
  unreadMailDelayMs: number;
  /** Null turns off error reports, analytics or metrics. */
  sentryDsn: string | null;
  analyticsScriptUrl: string | null;
  reports: Reports | null;
  metrics: Metrics | null;
  metricsToken: string | null;
  tracing: Tracing | null;
  dump: BackupDeps['dump'];
  deployment: string;
  version: string;
  publicOrigin: string;
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: readonly string[];
  /** True from the start of the shutdown: `/api/ready` fails. */
  isStopping: () => boolean;
  /** The built client; null if another server serves it. */
  webRoot: string | null;
  hasServiceWorker: boolean;
  now: () => Date;
  log: FastifyBaseLogger;
  compileSerializer: (route: { schema: unknown }) => (data: unknown) => string;
}

/** Size limit of JSON bodies. Pictures have their own limit. */
const BODY_LIMIT = 256 * 1024;

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { now, pool } = deps;
  const isHttps = deps.publicOrigin.startsWith('https:');
  const app = Fastify({
    loggerInstance: deps.log,
    bodyLimit: BODY_LIMIT,
    genReqId: requestIdOf,
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    // With `finishRequests`, a closing server completes the requests on open connections.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Slow machines need more time to start.
    pluginTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => void sendProblem(reply, request, toHttpError(error)),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(deps.compileSerializer);
  app.decorateRequest('viewer', null as unknown as Viewer);
  acceptEmptyJson(app);
  handleErrors(app, (error, request) => deps.reports?.captureError(error, request));
  deps.reports?.watch(app);
  followRequests(app, deps.tracing);
  finishRequests(app);
  if (deps.metrics) measureResponseTimes(app, deps.metrics);
  await setSecurityHeaders(app, {
    messagingOrigins: deps.messagingOrigins,
    packageOrigins: deps.packages.origins,
    isHttps,
    reportsOrigin: originOf(deps.sentryDsn),
    analyticsOrigin: originOf(deps.analyticsScriptUrl),
  });
  await limitRates(app);
  await app.register(cookie);
  answerUnchanged(app);
  await compressResponses(app);
  await registerOpenApi(app, deps.version);

  const session = { ...deps, isHttps, onSessionEnd: () => deps.tokenRevocation.sessionEnded() };
  app.get('/.well-known/jwks.json', { schema: { hide: true } }, async () => deps.idTokens.jwks);
  await serveDocs(app);
  await app.register(devMailRoutes, deps.devMail);
  await app.register(
    async (api) => {
      await api.register(operationsRoutes, deps);
      await api.register(backupRoutes, deps);
      await api.register(publicSessionRoutes, session);
      await api.register(publicAccountRoutes, session);
      await api.register(publicPasskeyRoutes, session);
      await api.register(setupRoutes, session);
      await api.register(publicSignOnRoutes, session);
      await api.register(publicAvatarRoutes, { pool });
      await api.register(publicLogoRoutes, { pool });
      await api.register(publicImageRoutes, { pool, storage: deps.packages.storage });
      await api.register(publicCalendarRoutes, deps);
      const authenticate = createAuthenticate({ pool, idTokens: deps.idTokens, now });
      await api.register(responsesRoutes, { ...deps, steps: surveySteps, authenticate });
      await api.register(async (signedIn) => {
        const limitCallers = createCallerLimit(UNAUTHENTICATED_CALLS_PER_MINUTE, now);
        // This hook protects every route of this block. Rate limits per person run after it.
        signedIn.addHook('onRequest', async (request) => {
          request.viewer = await limitCallers(request.ip, () => authenticate(request));
        });
        await signedIn.register(sessionRoutes, session);
        await signedIn.register(accountRoutes, session);
        await signedIn.register(passkeyRoutes, session);
        await signedIn.register(peopleRoutes, deps);
        await signedIn.register(avatarRoutes, deps);
        const wakeOutbox = () => deps.outbox.wake();
        await signedIn.register(notificationSettingsRoutes, { pool, now, wakeOutbox });
        const publish = createPublishEvents(deps);
        await signedIn.register(programsRoutes, {
          ...deps,
          wakeOutbox,
          publish,
          packageAddresses: deps.packages.addresses,
        });
        await signedIn.register(insightsRoutes, { ...deps, wakeOutbox });
        await signedIn.register(coachingRoutes, { ...deps, wakeOutbox });
        await signedIn.register(calendarRoutes, deps);
        await signedIn.register(coachingRoomRoutes, { ...deps, wakeOutbox });
        await signedIn.register(objectivesRoutes, { pool, now, wakeOutbox });
        await signedIn.register(checkInsRoutes, { ...deps, wakeOutbox });
        await signedIn.register(reviewRoutes, { pool, now, wakeOutbox });
        await signedIn.register(followUpsRoutes, { pool, now });
        await signedIn.register(teamRoutes, deps);
        await signedIn.register(propensityRoutes, deps);
        await signedIn.register(surveysRoutes, { ...deps, steps: surveySteps, wakeOutbox });
        await signedIn.register(homeRoutes, deps);
        await signedIn.register(searchRoutes, deps);
        await signedIn.register(adminRoutes, deps);
        await signedIn.register(importRoutes, deps);
        await signedIn.register(peopleAdminRoutes, { ...session, wakeOutbox });
        await signedIn.register(departmentsRoutes, deps);
        await signedIn.register(settingsRoutes, deps);
        await signedIn.register(logoRoutes, deps);
        await signedIn.register(signOnAdminRoutes, session);
        await signedIn.register(directoryAdminRoutes, session);
        await signedIn.register(webhooksRoutes, deps);
        await signedIn.register(auditRoutes, deps);
        await signedIn.register(personalDataRoutes, { ...session, mail: deps.mail, wakeOutbox });
        await signedIn.register(analyticsRoutes, deps);
        await signedIn.register(analyticsConsentRoutes, deps);
        await signedIn.register(contentRoutes, deps);
        await signedIn.register(packagesRoutes, { ...deps, ...deps.packages });
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
  await app.register(scimRoutes, { ...session, prefix: SCIM_PATH });
  if (deps.metrics) serveMetrics(app, deps.metrics, deps);
  await serveWebFiles(app, deps.webRoot, deps.hasServiceWorker);
  return app;
}

const originOf = (url: string | null) => (url === null ? null : new URL(url).origin);

/** Accepts an empty body with a JSON content type. The schema decides whether a body is required. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
