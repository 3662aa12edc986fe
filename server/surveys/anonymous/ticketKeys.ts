import type { SecretBox } from '#server/access/signOn/index.ts';
import { eq } from '#server/db/drizzle.ts';
import { surveyTicketKeys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { createTicketKey } from './tickets.ts';

export async function insertTicketKey(tx: TenantTransaction, surveyId: string, box: SecretBox) {
  const { publicKey, privateKey } = await createTicketKey();
  await tx.insert(surveyTicketKeys).values({
    tenantId: tx.tenantId,
    surveyId,
    publicKey,
    privateKey: box.encrypt(tx.tenantId, privateKey),
  });
}

export async function findTicketKey(tx: TenantTransaction, surveyId: string) {
  const [key] = await tx.select().from(surveyTicketKeys).where(eq(surveyTicketKeys.surveyId, surveyId));
  return key ?? null;
}

/** After the survey is closed, no more tickets can be signed. */
export const removePrivateKey = (tx: TenantTransaction, surveyId: string) =>
  tx.update(surveyTicketKeys).set({ privateKey: null }).where(eq(surveyTicketKeys.surveyId, surveyId));
