import type { Pool } from 'pg';
import { MAX_DOMAINS, type SignOnDomain } from '#contract/administration/signOn.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { domainClaims } from '#server/db/schema/signOn.ts';
import { tenantDomains } from '#server/db/schema/tenants.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';

/** Reads the TXT records of a domain. */
export type ResolveTxt = (domain: string) => Promise<string[][]>;

interface ChangeContext {
  tx: TenantTransaction;
  audit: Audit;
  actor: Actor;
  now: Date;
}

const recordOf = (token: string) => `trellis-verify=${token}`;

/** The organisation's verified domains and those that wait for their TXT record, by name. */
export async function readDomains(tx: TenantTransaction): Promise<SignOnDomain[]> {
  const { rows } = await tx.execute<{
    domain: string;
    verifiedAt: Date | string | null;
    token: string | null;
    people: number;
  }>(sql`
    select domain, verified_at as "verifiedAt", token,
      (select count(*) from users as u where u.status <> 'deactivated' and split_part(u.email, '@', 2) = domain)::int as people
    from (
      select domain, verified_at, null as token from tenant_domains
      union all
      select c.domain, null, c.token from domain_claims as c
        where not exists (select from tenant_domains as d where d.domain = c.domain)
    ) as domains order by domain`);
  return rows.map(({ domain, verifiedAt, token, people }) => ({
    domain,
    people,
    isVerified: token === null,
    verifiedAt: verifiedAt === null ? null : new Date(verifiedAt).toISOString(),
    record: token === null ? null : recordOf(token),
  }));
}

/** Adds an unverified domain. Adding it again changes nothing. */
export async function addDomain({ tx, audit, actor, now }: ChangeContext, domain: string): Promise<void> {
  const known = await readDomains(tx);
  if (known.some((one) => one.domain === domain)) return;
  if (known.length >= MAX_DOMAINS) throw notPossible(`An organisation can have ${MAX_DOMAINS} domains.`);
  await tx
    .insert(domainClaims)
    .values({ tenantId: tx.tenantId, domain, token: newId(), createdAt: now })
    .onConflictDoNothing();
  await audit.record(tx, actor, {
    action: 'sign-on.domain-added',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: { domain: { before: null, after: domain } },
  });
}

/** Looks up the TXT record of a domain, outside of a transaction, and then verifies the domain. */
export async function verifyDomain(
  { pool, resolveTxt, audit, now }: { pool: Pool; resolveTxt: ResolveTxt; audit: Audit; now: () => Date },
  { tenantId, actor, domain }: { tenantId: number; actor: Actor; domain: string },
): Promise<void> {
  const [claim] = await readTenant(pool, tenantId, (tx) =>
    tx.select().from(domainClaims).where(eq(domainClaims.domain, domain)),
  );
  if (!claim) throw notFound();
  const records = await resolveTxt(domain).catch(() => []);
  if (!records.some((parts) => parts.join('').trim() === recordOf(claim.token)))
    throw notPossible(
      `The TXT record was not found at ${domain}. DNS changes can take up to 24 hours. Check the record and try again.`,
      { domain: 'has no TXT record with this text' },
    );
  await withTenant(pool, tenantId, async (tx) => {
    const [added] = await tx
      .insert(tenantDomains)
      .values({ domain, tenantId, verifiedAt: now() })
      .onConflictDoNothing()
      .returning();
    if (!added)
      throw new HttpError(409, 'conflict', `${domain} already belongs to an organisation on Trellis.`);
    await tx.delete(domainClaims).where(eq(domainClaims.domain, domain));
    await audit.record(tx, actor, {
      action: 'sign-on.domain-verified',
      subject: { type: 'organisation', id: tenantId },
      changes: { domain: { before: null, after: domain } },
    });
  });
}

/** Removes a domain that is not verified or that no person's address uses. */
export async function removeDomain({ tx, audit, actor }: ChangeContext, domain: string): Promise<void> {
  const known = await readDomains(tx);
  const found = known.find((one) => one.domain === domain);
  if (!found) throw notFound();
  if (found.isVerified && found.people > 0)
    throw notPossible(`People have addresses at ${domain}. They could not sign in without this domain.`);
  if (found.isVerified && known.filter(({ isVerified }) => isVerified).length === 1)
    throw notPossible('An organisation needs at least one domain.');
  await tx.delete(domainClaims).where(eq(domainClaims.domain, domain));
  await tx.delete(tenantDomains).where(eq(tenantDomains.domain, domain));
  await audit.record(tx, actor, {
    action: 'sign-on.domain-removed',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: { domain: { before: domain, after: null } },
  });
}
