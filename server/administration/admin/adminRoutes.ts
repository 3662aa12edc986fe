import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { adminOverviewSchema, mailTestSchema } from '#contract/administration/admin.ts';
import { readinessDistributionSchema } from '#contract/learning/propensity.ts';
import { fullName } from '#contract/people.ts';
import { findAccountHolder } from '#server/access/session/index.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { readDistribution } from '#server/learning/propensity/index.ts';
import { type MailTestDeps, sendTestMail } from './mailTest.ts';
import { readOverview } from './overview.ts';

export interface AdminDeps extends MailTestDeps {
  pool: Pool;
  audit: Audit;
  now: () => Date;
}

/** Each call sends one mail immediately. */
const MAIL_TESTS = { rateLimit: { max: 10, timeWindow: 60_000 } };

/** These routes respond with 404 to everyone except administrators. See docs/decisions/0007-route-guards.md. */
export const adminRoutes: FastifyPluginAsyncZod<AdminDeps> = async (app, deps) => {
  const { pool, audit, now } = deps;
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  app.get(
    '/admin/overview',
    {
      schema: {
        tags: ['admin'],
        summary: 'Figures about your organisation',
        response: { 200: adminOverviewSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) => readOverview((work) => readTenant(pool, viewer.tenantId, work), now()),
  );

  app.get(
    '/admin/readiness',
    {
      schema: {
        tags: ['admin'],
        summary: 'Readiness scores of your organisation in bands, by quarter',
        response: { 200: readinessDistributionSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readDistribution(tx, now())),
  );

  app.post(
    '/admin/mail-test',
    {
      config: MAIL_TESTS,
      schema: {
        tags: ['admin'],
        summary: 'Send a test email to yourself, and get the mail server’s response',
        response: { 200: mailTestSchema, ...problems(401, 404, 429) },
      },
    },
    async (request) => {
      const { viewer } = request;
      const receiver = await readTenant(pool, viewer.tenantId, (tx) => findAccountHolder(tx, viewer.userId));
      const test = await sendTestMail(deps, {
        name: fullName(receiver),
        emailAddress: receiver.email,
        organisation: receiver.organisation,
      });
      await withTenant(pool, viewer.tenantId, (tx) =>
        audit.record(tx, actorOf(request), {
          action: 'mail.tested',
          subject: { type: 'organisation', id: viewer.tenantId },
          changes: { outcome: { before: null, after: test.outcome } },
        }),
      );
      return test;
    },
  );
};
