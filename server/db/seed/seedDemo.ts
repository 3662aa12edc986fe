import type { Pool } from 'pg';
import { eq, sql } from '#server/db/drizzle.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { createCipherKey } from '#server/messagingConfig/index.ts';
import { hashPassword } from '#server/session/index.ts';
import { demoOrganisations } from './demoOrganisations.ts';
import { insertOrganisation } from './insertOrganisation.ts';

export const DEMO_PASSWORD = 'trellis-demo';
const SEED_LOCK = 7_305_003;
/** The second organisation demonstrates encrypted chats. */
const ENCRYPTED_TENANT = 2;

/** Fills an empty database with the demo organisations. Existing data is never changed. */
export async function seedDemo(pool: Pool, now: Date): Promise<boolean> {
  if (await isSeeded(pool)) return false;
  const organisations = demoOrganisations(now, await hashPassword(DEMO_PASSWORD));
  let isNew = false;
  for (const rows of organisations)
    isNew =
      (await asOwner(pool, rows.tenant.id, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
        const [known] = await tx
          .select({ id: tenants.id })
          .from(tenants)
          .where(eq(tenants.id, rows.tenant.id));
        if (known) return false;
        await insertOrganisation(tx, rows);
        if (rows.tenant.id === ENCRYPTED_TENANT) await createCipherKey(tx);
        return true;
      })) || isNew;
  return isNew;
}

/** Checked first, because hashing the password is slow. */
const isSeeded = (pool: Pool) =>
  asOwner(pool, 2, async (tx) => {
    const rows = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, 2));
    return rows.length > 0;
  });
