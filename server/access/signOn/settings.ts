import type { AuditField } from '#contract/administration/audit.ts';
import type { GroupRule, SignOnChange } from '#contract/administration/signOn.ts';
import { fullName } from '#contract/people.ts';
import type { Actor, Audit, Changes } from '#server/administration/audit/index.ts';
import { lockAccessRules } from '#server/administration/peopleAdmin/index.ts';
import { and, asc, eq, inArray, isNotNull } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { signOnGroups, signOnSettings } from '#server/db/schema/signOn.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest, HttpError, notPossible } from '#server/http/httpError.ts';
import { isPublicAddress } from '#server/http/publicFetch.ts';
import { readGroupRules } from './groups.ts';
import type { ProviderSettings } from './identityProvider.ts';
import { SignOnRefused } from './refused.ts';
import type { SecretBox } from './secretBox.ts';

export type StoredSettings = typeof signOnSettings.$inferSelect;

export async function readSettings(tx: TenantTransaction): Promise<StoredSettings | null> {
  const [settings] = await tx.select().from(signOnSettings);
  return settings ?? null;
}

/** The settings with the decrypted secret, for calls to the provider. */
export function providerOf(settings: StoredSettings, box: SecretBox): ProviderSettings {
  const clientSecret = box.decrypt(settings.tenantId, settings.clientSecret);
  if (clientSecret === null)
    throw new SignOnRefused(
      'settings',
      'The client secret was encrypted with secrets that the installation no longer has. Save it again.',
    );
  return { ...settings, clientSecret };
}

/** Active administrators with a password. Each can be the emergency administrator. */
export const findEmergencyAdmins = (tx: TenantTransaction) =>
  tx
    .select({ userId: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, 'active'), isNotNull(users.passwordHash)))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));

/** The names of the possible emergency administrators. */
export const presentAdmins = (admins: Awaited<ReturnType<typeof findEmergencyAdmins>>) =>
  admins.map((admin) => ({ userId: admin.userId, name: fullName(admin) }));

interface SaveContext {
  tx: TenantTransaction;
  audit: Audit;
  box: SecretBox;
  allowsLocal: boolean;
  actor: Actor;
  now: Date;
}

/** Saves the settings with their group rules, and records what changed. The record never contains the secret. */
export async function saveSettings(context: SaveContext, change: SignOnChange): Promise<void> {
  const { tx, audit, box, now } = context;
  await lockAccessRules(tx);
  const [stored] = await tx.select().from(signOnSettings).for('update');
  if ((stored?.version ?? 0) !== change.version) throw conflict();
  const issuer = requireIssuer(change.issuer, context.allowsLocal);
  if (!stored && change.clientSecret === undefined) throw badRequest({ clientSecret: 'is missing' });
  const isOtherProvider =
    stored === undefined ||
    issuer !== stored.issuer ||
    change.clientId !== stored.clientId ||
    (change.clientSecret !== undefined &&
      change.clientSecret !== box.decrypt(tx.tenantId, stored.clientSecret));
  const isTested = !isOtherProvider && stored.testedVersion === stored.providerVersion;
  await requireEmergencyAdmin(tx, change);
  if (change.mode === 'enforced') requireTest(isTested);
  await requireDepartments(tx, change.groups);

  const { mode, emergencyAdminId, createsPeople, clientId } = change;
  const next = {
    issuer,
    clientId,
    mode,
    emergencyAdminId,
    createsPeople,
    version: change.version + 1,
    changedBy: context.actor.userId,
    changedAt: now,
    ...(isOtherProvider && { providerVersion: (stored?.providerVersion ?? 0) + 1, testedAt: null }),
    ...(change.clientSecret !== undefined && {
      clientSecret: box.encrypt(tx.tenantId, change.clientSecret),
      secretSavedAt: now,
    }),
  };
  const groupsBefore = await readGroupRules(tx);
  const changes = changesOf(stored, change, issuer, groupsBefore);
  if (stored) await tx.update(signOnSettings).set(next).where(eq(signOnSettings.tenantId, tx.tenantId));
  else
    await tx.insert(signOnSettings).values({
      ...next,
      tenantId: tx.tenantId,
      clientSecret: next.clientSecret ?? '',
      secretSavedAt: now,
    });
  await tx.delete(signOnGroups);
  if (change.groups.length > 0)
    await tx.insert(signOnGroups).values(
      change.groups.map(({ group, departmentId }, position) => ({
        tenantId: tx.tenantId,
        position,
        groupName: group,
        departmentId,
      })),
    );
  if (Object.keys(changes).length > 0)
    await audit.record(tx, context.actor, {
      action: 'sign-on.changed',
      subject: { type: 'organisation', id: tx.tenantId },
      changes,
    });
}

const conflict = () =>
  new HttpError(
    409,
    'conflict',
    'Another administrator changed single sign-on while you were editing. Compare the values, then save again.',
  );

/** Only the number of groups is recorded, because their names can be names of people. */
function changesOf(
  stored: StoredSettings | undefined,
  change: SignOnChange,
  issuer: string,
  groupsBefore: GroupRule[],
): Changes {
  const fields = [
    'clientId',
    'mode',
    'emergencyAdminId',
    'createsPeople',
  ] as const satisfies readonly AuditField[];
  const changed = fields
    .filter((field) => change[field] !== (stored?.[field] ?? null))
    .map((field) => [field, { before: stored?.[field] ?? null, after: change[field] }] as const);
  const hasOtherGroups = JSON.stringify(groupsBefore) !== JSON.stringify(change.groups);
  return {
    ...(issuer !== stored?.issuer && { issuer: { before: stored?.issuer ?? null, after: issuer } }),
    ...Object.fromEntries(changed),
    ...(change.clientSecret !== undefined && { clientSecret: { before: null, after: 'replaced' } }),
    ...(hasOtherGroups && { groups: { before: groupsBefore.length, after: change.groups.length } }),
  };
}

/** The normalised address of the provider. */
function requireIssuer(text: string, allowsLocal: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || (allowsLocal && url?.protocol === 'http:');
  if (!url || !isWeb) throw badRequest({ issuer: 'must be an address that starts with https://' });
  if (url.username || url.password || url.search || url.hash)
    throw badRequest({ issuer: 'must be an address without a user name, ? or #' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':');
  if (!allowsLocal && (host === 'localhost' || (isAddress && !isPublicAddress(host))))
    throw badRequest({ issuer: 'must be a public address' });
  return text;
}

async function requireEmergencyAdmin(tx: TenantTransaction, { mode, emergencyAdminId }: SignOnChange) {
  if (emergencyAdminId === null) {
    if (mode === 'enforced')
      throw notPossible('Choose an emergency administrator before you enforce single sign-on.', {
        emergencyAdminId: 'is missing',
      });
    return;
  }
  const admins = await findEmergencyAdmins(tx);
  if (!admins.some(({ userId }) => userId === emergencyAdminId))
    throw notPossible('The emergency administrator must be an active administrator with a password.', {
      emergencyAdminId: 'is not an active administrator with a password',
    });
}

function requireTest(isTested: boolean) {
  if (!isTested)
    throw notPossible(
      'Single sign-on can be enforced only after a successful test with the current issuer, client ID and secret.',
      { mode: 'needs a successful test with the current values' },
    );
}

async function requireDepartments(tx: TenantTransaction, groups: GroupRule[]) {
  const ids = [...new Set(groups.map(({ departmentId }) => departmentId).filter((id) => id !== null))];
  if (ids.length === 0) return;
  const found = await tx.select({ id: departments.id }).from(departments).where(inArray(departments.id, ids));
  if (found.length < ids.length)
    throw notPossible('A department in the list no longer exists. Choose another one.', {
      groups: 'has a department that does not exist',
    });
}
