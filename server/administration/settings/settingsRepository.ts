import type { AuditField } from '#contract/administration/audit.ts';
import type { SettingName, Settings, SettingsChange } from '#contract/administration/settings.ts';
import { profileLocales } from '#contract/profile.ts';
import type { Actor, Audit, Changes } from '#server/administration/audit/index.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { organisationSettings } from '#server/db/schema/settings.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import { findParticipants, logoPath } from '#server/people/index.ts';

/** The values of an organisation that has never changed its settings. Version 0: there is no row. */
const DEFAULTS = {
  version: 0,
  accent: null,
  logoId: null,
  signInText: null,
  timeZone: 'UTC',
  locale: null,
  quietFrom: null,
  quietUntil: null,
  checkInCadence: 'weekly',
  managersMayLaunch: false,
  minGroupSize: 5,
  mailRecordDays: 30,
  linkRecordDays: 30,
  checkInDays: null,
  deactivatedDays: null,
  changedBy: null,
  changedAt: null,
} as const satisfies Partial<Row>;

type Row = typeof organisationSettings.$inferSelect;
type StoredSettings = Omit<Row, 'tenantId'>;

/** The settings of the organisation, also used by other domains. */
export async function readSettings(tx: TenantTransaction): Promise<Settings> {
  const { name, row } = await readRow(tx);
  const people = await findParticipants(tx, [row.changedBy]);
  return {
    version: row.version,
    ...valuesOf(name, row),
    logo: logoPath(row.logoId),
    changedBy: row.changedBy === null ? null : (people.get(row.changedBy) ?? null),
    changedAt: row.changedAt?.toISOString() ?? null,
  };
}

/** Saves the fields that are sent, unless they were saved since the caller read the settings. Records each changed field. */
export async function saveSettings(
  { tx, audit, actor, now }: { tx: TenantTransaction; audit: Audit; actor: Actor; now: Date },
  { version, ...fields }: SettingsChange,
) {
  const { name, row } = await readRow(tx, { isLocked: true });
  if (row.version !== version) throw conflict();
  const before = valuesOf(name, row);
  const after = { ...before, ...withoutUndefined(fields) };
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return;
  const { name: newName, quietHours, ...rest } = after;
  const values = {
    ...rest,
    quietFrom: quietHours?.from ?? null,
    quietUntil: quietHours?.until ?? null,
    signInText: rest.signInText || null,
    version: version + 1,
    changedBy: actor.userId,
    changedAt: now,
  };
  const saved = await tx
    .insert(organisationSettings)
    .values({ tenantId: tx.tenantId, ...values })
    .onConflictDoUpdate({
      target: organisationSettings.tenantId,
      set: values,
      setWhere: eq(organisationSettings.version, version),
    });
  if (saved.rowCount === 0) throw conflict(); // two first changes at the same time: no row exists that could be locked
  if (newName !== name) await tx.update(tenants).set({ name: newName });
  // Changes only people who have not saved their profile and have the former time zone. A different one comes from an import.
  if (changes.timeZone)
    await tx
      .update(users)
      .set({ timeZone: after.timeZone })
      .where(and(isNull(users.lastProfileUpdate), eq(users.timeZone, before.timeZone)));
  await audit.record(tx, actor, {
    action: 'organisation.changed',
    subject: { type: 'organisation', id: tx.tenantId },
    changes,
  });
}

/** Locked until the end of the transaction, if the organisation has a row. */
async function readRow(tx: TenantTransaction, { isLocked = false } = {}) {
  const [tenant] = await tx.select({ name: tenants.name }).from(tenants);
  if (!tenant) throw new Error('The organisation has no row');
  const query = tx.select().from(organisationSettings);
  const [row] = await (isLocked ? query.for('update') : query);
  return { name: tenant.name, row: (row ?? DEFAULTS) as StoredSettings };
}

const isLocale = (locale: string | null): locale is Settings['locale'] & string =>
  profileLocales.some((known) => known === locale);

function valuesOf(name: string, row: StoredSettings): Pick<Settings, SettingName> {
  return {
    name,
    accent: row.accent,
    signInText: row.signInText,
    timeZone: row.timeZone,
    locale: isLocale(row.locale) ? row.locale : null,
    quietHours:
      row.quietFrom === null || row.quietUntil === null
        ? null
        : { from: row.quietFrom, until: row.quietUntil },
    checkInCadence: row.checkInCadence,
    managersMayLaunch: row.managersMayLaunch,
    minGroupSize: row.minGroupSize,
    mailRecordDays: row.mailRecordDays,
    linkRecordDays: row.linkRecordDays,
    checkInDays: row.checkInDays,
    deactivatedDays: row.deactivatedDays,
  };
}

function withoutUndefined<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
}

const textOf = (value: unknown) => JSON.stringify(value);
function changesOf(before: Pick<Settings, SettingName>, after: Pick<Settings, SettingName>): Changes {
  const all: readonly (SettingName & AuditField)[] = Object.keys(before) as SettingName[];
  const names = all.filter((name) => textOf(before[name]) !== textOf(after[name]));
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]));
}

const conflict = () =>
  new HttpError(
    409,
    'conflict',
    'Another administrator changed the settings while you were editing. Compare the values, then save again.',
  );
