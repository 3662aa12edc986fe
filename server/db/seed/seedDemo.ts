import type { Pool } from 'pg';
import { hashPassword } from '#server/access/session/index.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { actAsTenant, asOwner } from '#server/db/withTenant.ts';
import { createCipherKey } from '#server/messagingConfig/index.ts';
import { seedAdministration } from './administration.ts';
import { seedCoaching } from './coachingSessions.ts';
import { demoOrganisations } from './demoOrganisations.ts';
import { insertOrganisation } from './insertOrganisation.ts';
import { setLastVisits } from './lastVisits.ts';
import { seedCheckIns } from './seedCheckIns.ts';
import { seedIntegrations } from './seedIntegrations.ts';
import { seedPrograms } from './seedPrograms.ts';
import { seedSurveys } from './seedSurveys.ts';

export const DEMO_PASSWORD = 'trellis-demo';
const SEED_LOCK = 7_305_003;
/** The second organisation demonstrates encrypted chats. */
const ENCRYPTED_TENANT = 2;
const COACHED_TENANT = 1;

/** Fills an empty database with the demo organisations. Existing data is never changed. `key` signs the audit logs. */
export async function seedDemo(pool: Pool, now: Date, key: Buffer): Promise<boolean> {
  if (await isSeeded(pool)) return false;
  const organisations = demoOrganisations(now, await hashPassword(DEMO_PASSWORD));
  let isNew = false;
  for (const rows of organisations) {
    const isAdded = await asOwner(pool, rows.tenant.id, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
      const [known] = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, rows.tenant.id));
      if (known) return false;
      await insertOrganisation(tx, rows);
      if (rows.tenant.id === COACHED_TENANT) await seedCoaching(tx, rows, now);
      if (rows.tenant.id === ENCRYPTED_TENANT) await createCipherKey(tx);
      await actAsTenant(tx);
      await seedAdministration(pool, tx, { rows, key, now });
      await seedCheckIns(tx, rows, now);
      if (rows.tenant.id === COACHED_TENANT) {
        await seedSurveys(tx, { rows, key, now });
        await seedPrograms(tx, { rows, now });
      }
      await setLastVisits(tx, rows, now);
      return true;
    });
    // These functions use their own transactions.
    if (isAdded && rows.tenant.id === COACHED_TENANT) await seedIntegrations(pool, { rows, key, now });
    isNew ||= isAdded;
  }
  return isNew;
}

/** Checked first, because hashing the password is slow. */
const isSeeded = (pool: Pool) =>
  asOwner(pool, 2, async (tx) => {
    const rows = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, 2));
    return rows.length > 0;
  });
