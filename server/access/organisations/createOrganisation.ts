import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { timeZone } from '#contract/profile.ts';
import { emailAddress, singleLineText } from '#contract/text.ts';
import { hashPassword } from '#server/access/session/index.ts';
import { inArray, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { organisationSettings } from '#server/db/schema/settings.ts';
import { setupTokens, tenantDomains, tenants } from '#server/db/schema/tenants.ts';
import { actAsTenant, asAuth, asOwner, type TenantTransaction } from '#server/db/withTenant.ts';
import { lockSetup } from './setupTokens.ts';

const NAME_MAX_LENGTH = 80;
const UNIQUE_VIOLATION = '23505';

const domainName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253, 'must be at most 253 characters'),
    z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as company.example'),
  );

export const newOrganisationSchema = z.object({
  name: singleLineText(NAME_MAX_LENGTH),
  /** People with an email address at these domains sign in to this organisation. */
  domains: z.array(domainName).check(z.minLength(1, 'is missing')),
  admin: z.object({
    email: emailAddress,
    firstName: singleLineText(NAME_MAX_LENGTH),
    lastName: singleLineText(NAME_MAX_LENGTH),
  }),
  /** The default for its people, the first administrator included. UTC if it is left out. */
  timeZone: z.optional(timeZone),
});
export type NewOrganisation = z.infer<typeof newOrganisationSchema>;

/** How the first administrator signs in. Only the hash of the password is stored. */
export interface FirstSignIn {
  tenantId: number;
  userId: number;
  email: string;
  password: string;
}

interface Creation {
  /** The password of the administrator. Default: a random one. */
  password?: string;
  /**
   * Runs in the transaction before the first row is written, while the lock that allows one creation at a time is held.
   */
  before?: (tx: TenantTransaction) => Promise<void>;
  /** Runs in the transaction after the last row is written. */
  after?: (tx: TenantTransaction, userId: number) => Promise<void>;
}

/** The organisation already exists, or the input is not valid. */
export class OrganisationError extends Error {
  override name = 'OrganisationError';
}

/**
 * Creates an organisation with its first administrator. It runs as the database owner, because requests have no right
 * to create tenants.
 */
export async function createOrganisation(
  pool: Pool,
  { name, domains, admin, timeZone }: NewOrganisation,
  now: Date,
  { password = newPassword(), before = async () => {}, after = async () => {} }: Creation = {},
): Promise<FirstSignIn> {
  const domain = admin.email.slice(admin.email.lastIndexOf('@') + 1);
  if (!domains.includes(domain))
    throw new OrganisationError(
      `${admin.email} could not sign in, because ${domain} is not a domain of the organisation (${domains.join(', ')}). Add it with --domain ${domain}.`,
    );
  await requireUnused(pool, name, domains);
  const passwordHash = await hashPassword(password);
  const tenantId = await nextTenantId(pool);
  try {
    const userId = await asOwner(pool, tenantId, async (tx) => {
      await lockSetup(tx);
      await before(tx);
      await tx.delete(setupTokens);
      const [userPoolId, clientId] = [`pool-${newId()}`, `client-${newId()}`];
      await tx.insert(tenants).values({ id: tenantId, name, userPoolId, clientId, createdAt: now });
      await tx.insert(tenantDomains).values([...new Set(domains)].map((one) => ({ domain: one, tenantId })));
      // Before the administrator, who gets the default.
      if (timeZone) await tx.insert(organisationSettings).values({ tenantId, timeZone });
      const [created] = await tx
        .insert(users)
        .values({
          ...admin,
          tenantId,
          uuid: newId(),
          isAdmin: true,
          mayAuthor: true,
          joinedAt: now,
          activatedAt: now,
          passwordHash,
        })
        .returning({ id: users.id });
      if (!created) throw new Error('The administrator was not created');
      await actAsTenant(tx);
      await after(tx, created.id);
      return created.id;
    });
    return { tenantId, userId, email: admin.email, password };
  } catch (error) {
    // Another process has just created it.
    if (codeOf(error) === UNIQUE_VIOLATION) await requireUnused(pool, name, domains);
    throw error;
  }
}

async function requireUnused(pool: Pool, name: string, domains: string[]): Promise<void> {
  await asAuth(pool, async (tx) => {
    const [taken] = await tx.select().from(tenantDomains).where(inArray(tenantDomains.domain, domains));
    if (taken) throw new OrganisationError(`An organisation with the domain ${taken.domain} already exists.`);
    const [namesake] = await tx
      .select({ name: tenants.name })
      .from(tenants)
      .where(sql`lower(${tenants.name}) = lower(${name})`);
    if (namesake) throw new OrganisationError(`An organisation named ${namesake.name} already exists.`);
  });
}

/** The id is needed before the first row, because row level security allows rows of the current tenant only. */
async function nextTenantId(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('tenants', 'id'))::int as id`,
  );
  const [row] = rows;
  if (!row) throw new Error('The sequence of tenants returned no id');
  return row.id;
}

/** 16 letters and digits in groups, easy to read aloud and type. */
const newPassword = () => newId().replace(/(.{4})(?=.)/g, '$1-');

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return code ?? codeOf(error.cause);
}
