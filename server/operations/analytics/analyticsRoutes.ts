import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { analyticsConsentSchema, analyticsSettingsSchema } from '#contract/administration/analytics.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { eq } from '#server/db/drizzle.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';

export interface AnalyticsDeps {
  pool: Pool;
  analyticsScriptUrl: string | null;
}

async function readConsent(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx
    .select({ hasConsent: tenants.analyticsConsent })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId));
  return row?.hasConsent ?? false;
}

/** A browser loads the agent only if it is configured and the organisation has agreed (decision 0030). */
export const analyticsRoutes: FastifyPluginAsyncZod<AnalyticsDeps> = async (
  app,
  { pool, analyticsScriptUrl },
) => {
  app.get(
    '/analytics',
    {
      schema: {
        tags: ['analytics'],
        summary: 'Whether your use of Trellis is reported to an analytics service',
        response: { 200: analyticsSettingsSchema, ...problems(401) },
      },
    },
    async ({ viewer }) => {
      const hasConsent = await withTenant(pool, viewer.tenantId, readConsent);
      return {
        isConfigured: analyticsScriptUrl !== null,
        hasConsent,
        agent: hasConsent && analyticsScriptUrl !== null ? { scriptUrl: analyticsScriptUrl } : null,
      };
    },
  );
};

/** Responds with 404 to everyone except administrators. */
export const analyticsConsentRoutes: FastifyPluginAsyncZod<{ pool: Pool; audit: Audit }> = async (
  app,
  { pool, audit },
) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });
  app.put(
    '/admin/analytics-consent',
    {
      schema: {
        tags: ['admin'],
        summary: 'Give or withdraw the consent of your organisation',
        body: analyticsConsentSchema,
        response: { 200: analyticsConsentSchema, ...problems(400, 401, 404) },
      },
    },
    (request) =>
      withTenant(pool, request.viewer.tenantId, async (tx) => {
        const { hasConsent } = request.body;
        const before = await readConsent(tx);
        if (before === hasConsent) return { hasConsent };
        await tx.update(tenants).set({ analyticsConsent: hasConsent }).where(eq(tenants.id, tx.tenantId));
        await audit.record(tx, actorOf(request), {
          action: 'organisation.changed',
          subject: { type: 'organisation', id: tx.tenantId },
          changes: { analyticsConsent: { before, after: hasConsent } },
        });
        return { hasConsent };
      }),
  );
};
