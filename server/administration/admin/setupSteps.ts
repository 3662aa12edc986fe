import type { AdminOverview, SetupStepState } from '#contract/administration/admin.ts';
import type { AuditAction } from '#contract/administration/audit.ts';
import { asc, eq, sql } from '#server/db/drizzle.ts';
import { auditEntries } from '#server/db/schema/audit.ts';
import { organisationSettings } from '#server/db/schema/settings.ts';
import { signOnSettings } from '#server/db/schema/signOn.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Counts } from './overview.ts';

/** The set-up steps of a new organisation. A step is done when the data shows it, not when a button was pressed. */
export async function readSetup(
  tx: TenantTransaction,
  { counts, lastMailTest }: { counts: Counts; lastMailTest: AdminOverview['lastMailTest'] },
): Promise<AdminOverview['setup']> {
  const others = counts.active + counts.invited - 1;
  const program = await readFirstProgram(tx);
  const signOnTestedAt = await readSignOnTest(tx);
  const isMailTested = lastMailTest?.outcome === 'accepted' || lastMailTest?.outcome === 'shown';
  const step = (
    name: SetupStepState['step'],
    isDone: boolean,
    more: Partial<SetupStepState> = {},
  ): SetupStepState => ({ step: name, isDone, at: null, count: 0, name: null, ...more });
  return [
    step('branding', await hasBranding(tx)),
    step('departments', counts.departments > 0, {
      count: counts.departments,
      at: await firstTime(tx, 'department.created'),
    }),
    step('people', others > 0, { count: others, at: await firstTime(tx, 'person.invited') }),
    step('mail-test', isMailTested, { at: lastMailTest?.at ?? null }),
    step('program', program !== null && program.at !== null, program ?? {}),
    step('second-admin', counts.administrators > 1, { count: counts.administrators }),
    step('sign-on-test', signOnTestedAt !== null, { at: signOnTestedAt }),
  ];
}

/** Whether the organisation has its own logo or colour. */
async function hasBranding(tx: TenantTransaction): Promise<boolean> {
  const [settings] = await tx
    .select({ accent: organisationSettings.accent, logoId: organisationSettings.logoId })
    .from(organisationSettings);
  return settings !== undefined && (settings.accent !== null || settings.logoId !== null);
}

/** When the current values of single sign-on last passed a test. */
async function readSignOnTest(tx: TenantTransaction): Promise<string | null> {
  const [settings] = await tx
    .select({ at: signOnSettings.testedAt })
    .from(signOnSettings)
    .where(eq(signOnSettings.testedVersion, signOnSettings.providerVersion));
  return settings?.at?.toISOString() ?? null;
}

async function firstTime(tx: TenantTransaction, action: AuditAction): Promise<string | null> {
  const [entry] = await tx
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(eq(auditEntries.action, action))
    .orderBy(asc(auditEntries.seq))
    .limit(1);
  return entry?.at.toISOString() ?? null;
}

/** The program that people joined first, or any program; null if there is none. */
async function readFirstProgram(tx: TenantTransaction): Promise<Pick<SetupStepState, 'name' | 'at'> | null> {
  const { rows } = await tx.execute<{ name: string; at: string | null }>(sql`
    select p.name, (select min(e.joined_at) from enrolments as e where e.program_id = p.id) as at
    from programs as p where p.status <> 'draft' order by 2 nulls last, p.name limit 1`);
  const [program] = rows;
  return program ? { name: program.name, at: program.at && new Date(program.at).toISOString() } : null;
}
