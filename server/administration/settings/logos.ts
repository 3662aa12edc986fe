import type { Pool } from 'pg';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { eq, ne, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { organisationLogos, organisationSettings } from '#server/db/schema/settings.ts';
import { asAuth, type TenantTransaction } from '#server/db/withTenant.ts';

interface LogoContext {
  tx: TenantTransaction;
  audit: Audit;
  actor: Actor;
  now: Date;
}

/** Replaces or removes the logo. The previous one is deleted, so its address responds with 404. */
export async function saveLogo({ tx, audit, actor, now }: LogoContext, bytes: Buffer | null) {
  const { tenantId } = tx;
  const id = bytes && newId();
  const [before] = await tx
    .select({ logoId: organisationSettings.logoId })
    .from(organisationSettings)
    .for('update');
  if (bytes === null && !before?.logoId) return;
  if (id && bytes) await tx.insert(organisationLogos).values({ id, tenantId, bytes });
  const change = { logoId: id, changedBy: actor.userId, changedAt: now };
  await tx
    .insert(organisationSettings)
    // Version 0, which readers get while there is no row, so that a form that was opened before can still be saved.
    .values({ tenantId, version: 0, ...change })
    .onConflictDoUpdate({ target: organisationSettings.tenantId, set: change });
  await tx.delete(organisationLogos).where(id === null ? sql`true` : ne(organisationLogos.id, id));
  await audit.record(tx, actor, {
    action: 'organisation.changed',
    subject: { type: 'organisation', id: tenantId },
    changes: { logo: { before: before?.logoId ?? null, after: id } },
  });
}

export async function readLogo(pool: Pool, id: string) {
  const [logo] = await asAuth(pool, (tx) =>
    tx.select({ bytes: organisationLogos.bytes }).from(organisationLogos).where(eq(organisationLogos.id, id)),
  );
  return logo;
}
