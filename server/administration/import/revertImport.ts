import type { ImportRevert } from '#contract/administration/import.ts';
import type { Actor, NewEntry } from '#server/administration/audit/index.ts';
import {
  type ChangeContext,
  changePerson,
  lockAccessRules,
} from '#server/administration/peopleAdmin/index.ts';
import { and, asc, desc, eq, isNull } from '#server/db/drizzle.ts';
import { peopleImportChanges as changes } from '#server/db/schema/imports.ts';
import { users } from '#server/db/schema/people.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import { type ApplyDeps, auditedChanges, type Values, writeValues } from './applyImport.ts';
import { changeImport, lockImport } from './importsRepository.ts';

/** Number of people per transaction. */
const BATCH = 50;
const SHOWN_EXCEPTIONS = 50;
const REASON = 'Import reverted';

type Person = typeof users.$inferSelect;
type Change = typeof changes.$inferSelect;
type Field = keyof Values;

const CHANGED_SINCE: Record<Field, string> = {
  firstName: 'The first name has changed since the import.',
  lastName: 'The last name has changed since the import.',
  title: 'The job title has changed since the import.',
  timeZone: 'The time zone has changed since the import.',
  departmentId: 'The department has changed since the import.',
  managerId: 'The manager has changed since the import.',
  isAdmin: 'The administrator right has changed since the import.',
};

interface Decision {
  withdraws: boolean;
  restores: Values;
  problems: string[];
}

/** What reverting does with one person. A value that differs from the imported one was changed later and stays. */
function decide({ isNew, beforeValues, afterValues }: Change, person: Person): Decision {
  if (isNew) {
    const withdraws = person.status === 'invited';
    const problem =
      person.status === 'active'
        ? 'The invitation was accepted.'
        : 'The account has been deactivated since then.';
    return { withdraws, restores: {}, problems: withdraws ? [] : [problem] };
  }
  const [before, after] = [JSON.parse(beforeValues) as Values, JSON.parse(afterValues) as Values];
  const fields = Object.keys(after) as Field[];
  const isAsImported = (field: Field) => person[field] === after[field];
  return {
    withdraws: false,
    restores: Object.fromEntries(fields.filter(isAsImported).map((field) => [field, before[field]])),
    problems: fields.filter((field) => !isAsImported(field)).map((field) => CHANGED_SINCE[field]),
  };
}

/** What a revert would do now, or has done. */
export async function readRevert(tx: TenantTransaction, importId: string): Promise<ImportRevert> {
  const rows = await tx
    .select({ change: changes, person: users })
    .from(changes)
    .innerJoin(users, eq(users.id, changes.userId))
    .where(eq(changes.importId, importId))
    .orderBy(asc(changes.userId));
  const people = rows.map(({ change, person }) => {
    const { withdraws, restores, problems } = decide(change, person);
    const isPlanned = withdraws || Object.keys(restores).length > 0;
    return {
      isNew: change.isNew,
      isReverted: change.isReverted ?? isPlanned,
      reason: change.isReverted === null ? problems.join(' ') : change.problem,
      userId: person.id,
      name: `${person.firstName} ${person.lastName}`,
    };
  });
  const kept = people.flatMap(({ userId, name, reason }) => (reason ? [{ userId, name, reason }] : []));
  return {
    withdrawn: people.filter(({ isNew, isReverted }) => isNew && isReverted).length,
    restored: people.filter(({ isNew, isReverted }) => !isNew && isReverted).length,
    kept: kept.length,
    exceptions: kept.slice(0, SHOWN_EXCEPTIONS),
  };
}

/** Withdraws the people whom an import created and restores the values it changed, in small transactions. */
export async function revertImport(
  deps: ApplyDeps,
  { tenantId, importId, signal }: { tenantId: number; importId: string; signal: AbortSignal },
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    signal.throwIfAborted();
    isDone = await withTenant(deps.pool, tenantId, async (tx) => {
      const { state, revertedBy } = await lockImport(tx, importId);
      if (state !== 'reverting') return true;
      const isLast = await revertBatch(deps, tx, importId, {
        userId: revertedBy,
        requestId: null,
        address: null,
      });
      if (isLast) await changeImport(tx, importId, { state: 'reverted' });
      return isLast;
    });
  }
}

/**
 * Restored values come first, so that no person reports to a withdrawn one; then new reports come before their new
 * managers.
 */
async function revertBatch(deps: ApplyDeps, tx: TenantTransaction, importId: string, actor: Actor) {
  await lockAccessRules(tx);
  const rows = await tx
    .select({ change: changes, person: users })
    .from(changes)
    .innerJoin(users, eq(users.id, changes.userId))
    .where(and(eq(changes.importId, importId), isNull(changes.isReverted)))
    .orderBy(asc(changes.isNew), desc(changes.userId))
    .limit(BATCH)
    .for('update', { of: users });
  const entries: NewEntry[] = [];
  const context: ChangeContext<Actor> = {
    tx,
    actor,
    accountLinks: deps.accountLinks,
    jobs: deps.jobs,
    now: deps.now(),
    audit: { record: async (_tx, _actor, ...added) => void entries.push(...added) },
  };
  for (const { change, person } of rows) {
    const { withdraws, restores, problems } = decide(change, person);
    const refused = withdraws
      ? await attempt(() => changePerson(context, person.id, { status: 'deactivated', reason: REASON }))
      : null;
    if (refused) problems.push(refused);
    const isRestored = await restore(context, person, restores, problems);
    await tx
      .update(changes)
      .set({ isReverted: (withdraws && !refused) || isRestored, problem: problems.join(' ') || null })
      .where(and(eq(changes.importId, importId), eq(changes.userId, person.id)));
  }
  await deps.audit.record(tx, actor, ...entries);
  return rows.length < BATCH;
}

/** Returns whether a value was restored. Collects the messages of rules that refuse one. */
async function restore(context: ChangeContext<Actor>, person: Person, values: Values, problems: string[]) {
  const { id } = person;
  const { departmentId, managerId, isAdmin, ...texts } = values;
  let isRestored = Object.keys(texts).length > 0;
  if (isRestored) {
    await writeValues(context.tx, [[id, texts]]);
    await context.audit.record(context.tx, context.actor, {
      action: 'person.changed',
      subject: { type: 'person', id },
      changes: auditedChanges(person, texts),
      reason: REASON,
    });
  }
  for (const [field, value] of Object.entries({ departmentId, managerId, isAdmin })) {
    if (value === undefined) continue;
    const refused = await attempt(() => changePerson(context, id, { [field]: value, reason: REASON }));
    if (refused) problems.push(refused);
    else isRestored = true;
  }
  return isRestored;
}

/** Returns the message of the rule that refuses a change. A rule refuses before anything is written. */
async function attempt(change: () => Promise<unknown>): Promise<string | null> {
  try {
    await change();
    return null;
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return error.message;
    throw error;
  }
}
