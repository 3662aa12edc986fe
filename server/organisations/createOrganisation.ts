import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { emailAddress, lineOfText } from '#contract/text.ts';
import { inArray, sql } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { users } from '../db/schema/people.ts';
import { tenantDomains, tenants } from '../db/schema/tenants.ts';
import { asOwner, atTheDoor } from '../db/withTenant.ts';
import { hashPassword } from '../session/index.ts';

const NAME_MAX_LENGTH = 80;
const UNIQUE_VIOLATION = '23505';

const domainName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253, 'is longer than 253 characters'),
    z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'has to be a domain such as company.example'),
  );

export const newOrganisationSchema = z.object({
  name: lineOfText(NAME_MAX_LENGTH),
  /** Whoever has an address there signs in here. */
  domains: z.array(domainName).check(z.minLength(1, 'is missing')),
  admin: z.object({
    email: emailAddress,
    firstName: lineOfText(NAME_MAX_LENGTH),
    lastName: lineOfText(NAME_MAX_LENGTH),
  }),
});
export type NewOrganisation = z.infer<typeof newOrganisationSchema>;

/** What its first administrator needs. The password is nowhere else: only its hash is kept. */
export interface FirstSignIn {
  tenantId: number;
  email: string;
  password: string;
}

/** There is one already, or its administrator could not sign in to it. */
export class OrganisationRefused extends Error {
  override name = 'OrganisationRefused';
}

/**
 * Founds an organisation with its first administrator. It works as the owner, inside the new tenant: requests have no
 * right to make one.
 */
export async function createOrganisation(
  pool: Pool,
  { name, domains, admin }: NewOrganisation,
  now: Date,
): Promise<FirstSignIn> {
  const domain = admin.email.slice(admin.email.lastIndexOf('@') + 1);
  if (!domains.includes(domain))
    throw new OrganisationRefused(
      `${admin.email} could not sign in: ${domain} is not among the domains of the organisation (${domains.join(', ')}).`,
    );
  await requireNew(pool, name, domains);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const tenantId = await nextTenantId(pool);
  try {
    await asOwner(pool, tenantId, async (tx) => {
      const [userPoolId, clientId] = [`pool-${newId()}`, `client-${newId()}`];
      await tx.insert(tenants).values({ id: tenantId, name, userPoolId, clientId, createdAt: now });
      await tx.insert(tenantDomains).values([...new Set(domains)].map((one) => ({ domain: one, tenantId })));
      await tx.insert(users).values({
        ...admin,
        tenantId,
        uuid: newId(),
        isAdmin: true,
        mayAuthor: true,
        joinedAt: now,
        passwordHash,
      });
    });
  } catch (error) {
    // Somebody else was faster.
    if (codeOf(error) === UNIQUE_VIOLATION) await requireNew(pool, name, domains);
    throw error;
  }
  return { tenantId, email: admin.email, password };
}

async function requireNew(pool: Pool, name: string, domains: string[]): Promise<void> {
  await atTheDoor(pool, async (tx) => {
    const [taken] = await tx.select().from(tenantDomains).where(inArray(tenantDomains.domain, domains));
    if (taken)
      throw new OrganisationRefused(`An organisation with the domain ${taken.domain} is there already.`);
    const [namesake] = await tx
      .select({ name: tenants.name })
      .from(tenants)
      .where(sql`lower(${tenants.name}) = lower(${name})`);
    if (namesake) throw new OrganisationRefused(`An organisation named ${namesake.name} is there already.`);
  });
}

/** Its number has to be known before its first row: row level security lets nothing in for another tenant. */
async function nextTenantId(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('tenants', 'id'))::int as id`,
  );
  const [row] = rows;
  if (!row) throw new Error('The sequence of tenants gave no number');
  return row.id;
}

/** 16 letters and digits in groups, to be read out and typed. */
const newPassword = () => newId().replace(/(.{4})(?=.)/g, '$1-');

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return code ?? codeOf(error.cause);
}
