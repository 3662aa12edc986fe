import type { Pool } from 'pg';
import { encryptChats } from '../../messagingConfig/index.ts';
import { hashPassword } from '../../session/index.ts';
import { eq, sql } from '../drizzle.ts';
import { tenants } from '../schema/tenants.ts';
import { asOwner } from '../withTenant.ts';
import { demoOrganisations } from './demo.ts';
import { insertOrganisation } from './insertOrganisation.ts';

export const DEMO_PASSWORD = 'trellis-demo';
const SEED_LOCK = 7_305_003;
/** The second organisation shows what encrypted chats are. */
const ENCRYPTED_TENANT = 2;

/** Fills an empty database with the demo organisations. What is there already is left as people have changed it. */
export async function seedDemo(pool: Pool, now: Date): Promise<boolean> {
  if (await isThere(pool)) return false;
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
        if (rows.tenant.id === ENCRYPTED_TENANT) await encryptChats(tx);
        return true;
      })) || isNew;
  return isNew;
}

/** Asked first, since hashing a password at every start would be wasted. */
const isThere = (pool: Pool) =>
  asOwner(pool, 2, async (tx) => {
    const rows = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, 2));
    return rows.length > 0;
  });
