import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { signOnAddressSchema } from '#contract/access/signOn.ts';
import {
  domainParams,
  newDomainSchema,
  type SignOnSettings,
  signOnChangeSchema,
  signOnSettingsSchema,
} from '#contract/administration/signOn.ts';
import { actorOf } from '#server/administration/audit/index.ts';
import { sql } from '#server/db/drizzle.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { findParticipants } from '#server/people/index.ts';
import { addDomain, readDomains, removeDomain, verifyDomain } from './domains.ts';
import { readGroupRules } from './groups.ts';
import { findEmergencyAdmins, presentAdmins, readSettings, saveSettings } from './settings.ts';
import { redirectUriOf, type SignOnDeps } from './signOnDeps.ts';
import { readTest } from './signOnTest.ts';
import { createStartAttempt } from './startAttempt.ts';

/** The settings of single sign-on, for administrators; 404 for everyone else (decision 0007). */
export const signOnAdminRoutes: FastifyPluginAsyncZod<SignOnDeps> = async (app, deps) => {
  const { pool, audit, now } = deps;
  const startAttempt = createStartAttempt(deps);
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  const present = (request: FastifyRequest) =>
    readTenant(pool, request.viewer.tenantId, (tx) => presentSettings(tx, request.viewer.userId));
  const presentSettings = async (tx: TenantTransaction, userId: number): Promise<SignOnSettings> => ({
    settings: await presentStored(tx),
    redirectUri: redirectUriOf(deps, await userPoolOf(tx)),
    domains: await readDomains(tx),
    test: await readTest(tx, userId, now()),
    administrators: presentAdmins(await findEmergencyAdmins(tx)),
    ...(await countPeople(tx)),
  });
  const change = async (
    request: FastifyRequest,
    work: (context: {
      tx: TenantTransaction;
      audit: typeof audit;
      actor: ReturnType<typeof actorOf>;
      now: Date;
    }) => Promise<void>,
  ) => {
    await withTenant(pool, request.viewer.tenantId, (tx) =>
      work({ tx, audit, actor: actorOf(request), now: now() }),
    );
    return present(request);
  };

  app.get(
    '/admin/sign-on',
    {
      schema: {
        tags: ['admin'],
        summary: 'The settings of single sign-on, and the result of your last test',
        response: { 200: signOnSettingsSchema, ...problems(401, 404) },
      },
    },
    present,
  );

  app.put(
    '/admin/sign-on',
    {
      schema: {
        tags: ['admin'],
        summary: 'Change single sign-on: provider, mode, emergency administrator, groups',
        body: signOnChangeSchema,
        response: { 200: signOnSettingsSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    (request) =>
      change(request, (context) =>
        saveSettings({ ...context, box: deps.secretBox, allowsLocal: deps.allowsLocal }, request.body),
      ),
  );

  app.post(
    '/admin/sign-on/test',
    {
      schema: {
        tags: ['admin'],
        summary: 'Start a test with the saved values; signs in no one',
        response: { 200: signOnAddressSchema, ...problems(401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = request.viewer;
      const [settings, userPoolId] = await readTenant(
        pool,
        tenantId,
        async (tx) => [await readSettings(tx), await userPoolOf(tx)] as const,
      );
      if (!settings) throw notPossible('Save the issuer, client ID and secret before you test them.');
      const start = { settings, userPoolId, email: null, asksAgain: false, target: null, startedBy: userId };
      return startAttempt(request, reply, { ...start, purpose: 'test' });
    },
  );

  app.post(
    '/admin/sign-on/domains',
    {
      schema: {
        tags: ['admin'],
        summary: 'Add an email domain, which is verified by a TXT record',
        body: newDomainSchema,
        response: { 200: signOnSettingsSchema, ...problems(400, 401, 404, 422) },
      },
    },
    (request) => change(request, (context) => addDomain(context, request.body.domain)),
  );

  app.post(
    '/admin/sign-on/domains/:domain/verification',
    {
      config: { rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['admin'],
        summary: 'Look up the TXT record of an email domain',
        params: domainParams,
        response: { 200: signOnSettingsSchema, ...problems(401, 404, 409, 422, 429) },
      },
    },
    async (request) => {
      const { tenantId } = request.viewer;
      const { domain } = request.params;
      await verifyDomain(deps, { tenantId, actor: actorOf(request), domain });
      return present(request);
    },
  );

  app.delete(
    '/admin/sign-on/domains/:domain',
    {
      schema: {
        tags: ['admin'],
        summary: 'Remove an email domain without people',
        params: domainParams,
        response: { 200: signOnSettingsSchema, ...problems(401, 404, 422) },
      },
    },
    (request) => change(request, (context) => removeDomain(context, request.params.domain)),
  );
};

async function presentStored(tx: TenantTransaction): Promise<SignOnSettings['settings']> {
  const stored = await readSettings(tx);
  if (!stored) return null;
  const { issuer, clientId, mode, emergencyAdminId, createsPeople, version, changedBy } = stored;
  const isTested = stored.testedVersion === stored.providerVersion;
  const people = await findParticipants(tx, [changedBy]);
  return {
    issuer,
    clientId,
    secretSavedAt: stored.secretSavedAt.toISOString(),
    mode,
    emergencyAdminId,
    createsPeople,
    groups: await readGroupRules(tx),
    testedAt: isTested ? (stored.testedAt?.toISOString() ?? null) : null,
    version,
    changedBy: changedBy === null ? null : (people.get(changedBy) ?? null),
    changedAt: stored.changedAt?.toISOString() ?? null,
  };
}

async function userPoolOf(tx: TenantTransaction): Promise<string> {
  const [tenant] = await tx.select({ userPoolId: tenants.userPoolId }).from(tenants);
  if (!tenant) throw notFound();
  return tenant.userPoolId;
}

async function countPeople(tx: TenantTransaction) {
  const { rows } = await tx.execute<
    Pick<SignOnSettings, 'peopleWithPassword' | 'peopleWithoutPassword' | 'peopleWithoutDomain'>
  >(sql`
    select (count(*) filter (where password_hash is not null))::int as "peopleWithPassword",
      (count(*) filter (where password_hash is null))::int as "peopleWithoutPassword",
      (count(*) filter (where not exists (
        select from tenant_domains as d where d.domain = split_part(u.email, '@', 2))))::int as "peopleWithoutDomain"
    from users as u where status = 'active'`);
  return rows[0] ?? { peopleWithPassword: 0, peopleWithoutPassword: 0, peopleWithoutDomain: 0 };
}
